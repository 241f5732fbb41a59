import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

/**
 * Makes a TLS certificate for tests, for the given names and addresses (IPv4), without any tool. Returns PEM
 * texts. The common name is always `test`; without names and addresses it is the only name. Valid since
 * yesterday, and for `days`.
 */
export function selfSigned(
  names: readonly string[] = ['localhost'],
  addresses: readonly string[] = ['127.0.0.1'],
  days = 1,
): { cert: string; key: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const algorithm = sequence(oid([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
  const name = sequence(der(0x31, sequence(oid([0x55, 0x04, 0x03]), der(0x0c, Buffer.from('test')))));
  const validity = sequence(time(Date.now() - 86_400_000), time(Date.now() + days * 86_400_000));
  const general = [
    ...names.map((dns) => der(0x82, Buffer.from(dns))),
    ...addresses.map((ip) => der(0x87, Buffer.from(ip.split('.').map(Number)))),
  ];
  const alternatives = sequence(oid([0x55, 0x1d, 0x11]), der(0x04, sequence(...general)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    spki,
    ...(general.length === 0 ? [] : [der(0xa3, sequence(alternatives))]),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  // An empty last line would make the text before it a header.
  const lines =
    sequence(body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Encodes a value of ASN.1 DER: tag, length and content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(bytes: number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

function time(ms: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
}
