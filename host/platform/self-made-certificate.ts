import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { createSecureContext } from 'node:tls';

const fileName = 'self-made-certificate.pem';
const dayMs = 86_400_000;
const goodForDays = 365;
/** A certificate with fewer days left than this is replaced. */
const leastDays = 30;

/** A certificate and its key, as PEM texts. */
type Pair = { cert: string; key: string };

/**
 * Returns a self-signed certificate for loopback. The demo uses it, which only this machine can reach. It is
 * kept in the data folder, so that a client that accepted it recognises it again.
 */
export async function selfMadeCertificate(dataDir: string, now = Date.now()): Promise<Pair> {
  const file = path.join(dataDir, fileName);
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (isGood(kept, now)) return { cert: kept, key: kept };
  const made = await make(now);
  const text = made.cert + made.key;
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
  return { cert: text, key: text };
}

function isGood(text: string, now: number): boolean {
  try {
    createSecureContext({ cert: text, key: text });
    return Date.parse(new X509Certificate(text).validTo) > now + leastDays * dayMs;
  } catch {
    return false;
  }
}

async function make(now: number): Promise<Pair> {
  // Load the library on demand, because only a demo needs it, and only once.
  const { generate } = await import('selfsigned');
  const altNames = [
    { type: 2, value: 'localhost' },
    { type: 7, ip: '127.0.0.1' },
    { type: 7, ip: '::1' },
  ] as const;
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - dayMs),
    notAfterDate: new Date(now + goodForDays * dayMs),
    extensions: [{ name: 'subjectAltName', altNames: [...altNames] }],
  });
  return { cert: `${cert.trimEnd()}\n`, key: `${key.trimEnd()}\n` };
}
