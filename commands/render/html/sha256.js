// SHA-256 by FIPS 180-4, and what a record of events is checked by. A page opened from a file may lack WebCrypto.

const ROUND = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const BEGIN = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

// The 32 bytes of the digest of some bytes.
function sha256(data) {
  const sum = new Uint32Array(BEGIN);
  const words = new Uint32Array(64);
  const padded = new Uint8Array(((data.length + 8) >> 6 << 6) + 64);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 0x20000000));
  view.setUint32(padded.length - 4, data.length << 3);
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getUint32(block + 4 * at);
    for (let at = 16; at < 64; at++) {
      const two = words[at - 2], fifteen = words[at - 15];
      const low = (fifteen >>> 7 | fifteen << 25) ^ (fifteen >>> 18 | fifteen << 14) ^ fifteen >>> 3;
      const high = (two >>> 17 | two << 15) ^ (two >>> 19 | two << 13) ^ two >>> 10;
      words[at] = words[at - 16] + low + words[at - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let at = 0; at < 64; at++) {
      const high = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
      const first = h + high + (e & f ^ ~e & g) + ROUND[at] + words[at] | 0;
      const low = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
      const second = low + (a & b ^ a & c ^ b & c) | 0;
      h = g; g = f; f = e; e = d + first | 0; d = c; c = b; b = a; a = first + second | 0;
    }
    sum[0] += a; sum[1] += b; sum[2] += c; sum[3] += d; sum[4] += e; sum[5] += f; sum[6] += g; sum[7] += h;
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  sum.forEach((word, at) => out.setUint32(4 * at, word));
  return digest;
}

const LETTERS = new TextEncoder();

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function base64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// A number in so many bytes, the highest first.
function inBytes(number, size) {
  const bytes = new Uint8Array(size);
  for (let at = size - 1; at >= 0; at--) {
    bytes[at] = number % 256;
    number = Math.floor(number / 256);
  }
  return bytes;
}

function sized(bytes) {
  return joined(inBytes(bytes.length, 4), bytes);
}

// The digest of an event: of the digest before it, its stream, its number, its stored name and its content.
function digestOf(previous, stream, version, topic, state) {
  const place = joined(sized(LETTERS.encode(stream)), inBytes(version, 8));
  return sha256(joined(previous, place, sized(LETTERS.encode(topic)), sized(LETTERS.encode(state))));
}

// The root of an RFC 6962 tree over digests: a leaf begins with a zero byte, a node with a one.
function rootOf(leaves) {
  if (leaves.length === 0) return sha256(new Uint8Array(0));
  if (leaves.length === 1) return sha256(joined(inBytes(0, 1), leaves[0]));
  let half = 1;
  while (2 * half < leaves.length) half *= 2;
  return sha256(joined(inBytes(1, 1), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half))));
}
