import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programsOf } from '../../../support/debian-package.ts';
import { type FtpsStage, ftpsKey, ftpsUser, hashOfFile, openFtpsStage } from '../../../support/ftps-stage.ts';

const run = promisify(execFile);
const limitMs = 30_000;
const programs = await programsOf(['curl', 'lftp', 'python3'], 'curl', 'lftp', 'python3');

const files = { 'small.bin': 5, 'some.bin': 70_000, 'big.bin': 1_500_000 };
type Name = keyof typeof files;

/** Downloads a file, or the rest of it if a part is already there. */
type Transfer = { name: Name; target: string; isResumed: boolean; isImplicit: boolean; version: '1.2' | '1.3' };
type Get = (stage: FtpsStage, transfer: Transfer) => Promise<unknown>;

const python = `
import ftplib, os, ssl, sys
port, ca, name, target, user, key, version = sys.argv[1:]
context = ssl.create_default_context(cafile=ca)
context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_2 if version == '1.2' else ssl.TLSVersion.TLSv1_3
ftp = ftplib.FTP_TLS(context=context, timeout=20)
ftp.connect('127.0.0.1', int(port))
ftp.login(user, key)
ftp.prot_p()
assert name in [entry for entry, facts in ftp.mlsd()]
at = os.path.getsize(target) if os.path.exists(target) else 0
with open(target, 'ab') as file:
    ftp.retrbinary('RETR ' + name, file.write, rest=at or None)
ftp.quit()
`;

/** Each program downloads in its own way, the same each time. */
const ways: Record<'curl' | 'lftp' | 'python3', Get> = {
  curl: (stage, { name, target, isResumed, isImplicit, version }) => {
    const url = isImplicit ? `ftps://127.0.0.1:${stage.implicitPort}/${name}` : `ftp://127.0.0.1:${stage.port}/${name}`;
    const tls = ['--ssl-reqd', '--cacert', certOf(stage), `--tlsv${version}`, '--tls-max', version];
    const resume = isResumed ? ['--continue-at', '-'] : [];
    const login = ['--user', `${ftpsUser}:${ftpsKey}`];
    return run(programs?.curl ?? '', ['--silent', '--show-error', ...tls, ...login, ...resume, '--output', target, url], {
      timeout: limitMs,
    });
  },
  lftp: (stage, { name, target, isResumed, isImplicit }) => {
    const url = isImplicit ? `ftps://127.0.0.1:${stage.implicitPort}` : `ftp://127.0.0.1:${stage.port}`;
    const script = [
      `set ssl:ca-file ${certOf(stage)}`,
      'set ftp:ssl-force true; set ftp:ssl-protect-data true; set net:max-retries 1; set net:timeout 20; set cmd:fail-exit true',
      `open -u ${ftpsUser},${ftpsKey} ${url}`,
      `get ${isResumed ? '-c ' : ''}${name} -o ${target}`,
    ].join('\n');
    return run(programs?.lftp ?? '', ['--norc', '-c', script], { timeout: limitMs });
  },
  // Python has no implicit TLS.
  python3: (stage, { name, target, version }) => {
    const values = [`${stage.port}`, certOf(stage), name, target, ftpsUser, ftpsKey, version];
    return run(programs?.python3 ?? '', ['-c', python, ...values], { timeout: limitMs });
  },
};

const certOf = ({ folder }: FtpsStage) => path.join(folder, 'ca.pem');

/** Common FTP programs make 180 transfers each and receive the same bytes each time (FTPS-5). */
describe.runIf(programs !== undefined)('FTPS by other programs', { timeout: 600_000 }, () => {
  let stage: FtpsStage;
  beforeAll(async () => {
    stage = await openFtpsStage({ files });
    await writeFile(certOf(stage), stage.cert);
  });
  afterAll(() => stage.close());

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    '%s gets 180 of 180 files, two thirds of them resumed',
    async (program) => {
      const failed: string[] = [];
      const whole = await readFile(
        await fetched(program, { name: 'big.bin', target: path.join(stage.folder, `whole-${program}`) }),
      );
      for (let turn = 0; turn < 180; turn++) {
        const name = (Object.keys(files) as Name[])[turn % 3] ?? 'some.bin';
        const target = path.join(stage.folder, `${program}-${turn}`);
        const isResumed = name === 'big.bin' || turn % 2 === 1;
        const from = name === 'big.bin' ? 1 + turn * 8_000 : 2;
        if (isResumed) await writeFile(target, (name === 'big.bin' ? whole : await partsOf(name)).subarray(0, from));
        const [isImplicit, version] = [turn % 4 > 1, turn % 8 > 3 ? '1.2' : '1.3'] as const;
        try {
          await fetched(program, { name, target, isResumed, isImplicit, version });
          if ((await hashOfFile(target)) !== stage.hashes.get(name)) failed.push(`${turn}: other bytes`);
        } catch (error) {
          failed.push(`${turn}: ${error instanceof Error ? error.message : String(error)}`);
        }
        await rm(target, { force: true });
      }
      expect(failed).toEqual([]);
    },
  );

  const partsOf = (name: Name) => readFile(path.join(stage.folder, `${Object.keys(files).indexOf(name)}`));

  async function fetched(
    program: keyof typeof ways,
    transfer: Partial<Transfer> & Pick<Transfer, 'name' | 'target'>,
  ): Promise<string> {
    await ways[program](stage, { isResumed: false, isImplicit: false, version: '1.3', ...transfer });
    return transfer.target;
  }
});
