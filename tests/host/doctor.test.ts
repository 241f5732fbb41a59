import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHost } from '../../host/host.ts';
import { createLog } from '../../host/platform/log.ts';
import { readEnvironment } from '../../host/platform/environment.ts';
import { backupCommand, doctorCommand, startCommand } from '../support/command-line.ts';
import { putPreparedData } from '../support/prepared-data.ts';
import { startProduct, type Product } from '../support/product.ts';
import { selfSigned } from '../support/self-signed.ts';

/** The command as an operator runs it, with and without a running host. */
describe('npm run doctor (DOC-1, DOC-11)', { timeout: 180_000 }, () => {
  let root: string;
  let dataDir: string;
  let product: Product;
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'doctor '));
    dataDir = path.join(root, 'of the host');
    product = await startProduct({ dataDir, env: { SIMULATOR: 'off' } });
  }, 180_000);
  afterAll(async () => {
    await product.stop();
    await rm(root, { recursive: true, force: true });
  });
  const look = (env: Record<string, string> = {}, words: string[] = []) =>
    startCommand(doctorCommand, words, { DATA_DIR: dataDir, ...env }).ended;

  test('beside the host that runs: one page, and nothing to do on a trial', async () => {
    await expect.poll(async () => (await look()).said, { timeout: 60_000 }).toContain('fine      Background work');
    const { code, said } = await look();
    expect(said).toMatch(/^Checked on \d{4}-\d\d-\d\d \d\d:\d\d UTC\nnotice {4}Backup: This database was never backed up/);
    expect(said).toMatch(/fine {6}Disk: [\d.]+ .iB of [\d.]+ .iB are free; the database takes/);
    expect(said).toContain('2 notice. Exit code 0.');
    expect(code).toBe(0);
  });

  test('a host for real people without a backup is critical, and after one no more; a risky setting is a warning', async () => {
    const real = { DEMO: 'off', SMTP_URL: 'smtp://127.0.0.1:2525' };
    const before = await look(real);
    expect([before.code, before.said]).toEqual([
      2,
      expect.stringContaining('\nCRITICAL  Backup: This database was never backed up'),
    ]);
    expect((await startCommand(backupCommand, [path.join(root, 'kept')], { DATA_DIR: dataDir }).ended).code).toBe(0);
    const after = await look(real);
    expect([after.code, after.said]).toEqual([0, expect.stringContaining('notice    Backup: Last made less than an hour ago')]);
    const risky = await look({ ...real, LOG_LEVEL: 'debug' });
    expect([risky.code, risky.said]).toEqual([1, expect.stringContaining('\nWARNING   Settings: LOG_LEVEL is debug')]);
  });

  test('without the host as well; where there is nothing to look at it says what to set', async () => {
    await product.stop();
    const alone = await look();
    expect([alone.code, alone.said]).toEqual([0, expect.stringContaining('Versions: Console ')]);
    const nothing = path.join(root, 'nothing');
    expect(await look({ DATA_DIR: nothing })).toEqual({
      code: 3,
      said: `No database in ${nothing}. Set DATA_DIR to the data folder of the host, or start the host once with npm start.\n`,
    });
    expect(await look({}, ['now'])).toEqual({ code: 3, said: 'Usage: npm run doctor\n' });
    expect((await look({}, ['--help'])).said).toContain('Exit code: 0 nothing to do, 1 a warning, 2 critical');
    const away = await look({ DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/x' });
    expect([away.code, away.said]).toEqual([3, expect.stringMatching(/^Host check failed: (?!.*hush)/)]);
  });

  /** Makes a folder for an https host, its settings, and a way to give it certificates. */
  const httpsHost = async () => {
    const folder = await mkdtemp(path.join(root, 'https '));
    const inFolder = (name: string) => path.join(folder, name);
    const filesOf = (name: string) => ({ TLS_CERT: inFolder(`${name}.pem`), TLS_KEY: inFolder(`${name}.key`) });
    const renew = async (days: number, name = 'cert') => {
      const { cert, key } = selfSigned(['localhost'], ['127.0.0.1'], days);
      await writeFile(filesOf(name).TLS_CERT, cert);
      await writeFile(filesOf(name).TLS_KEY, key);
    };
    await putPreparedData(inFolder('data'));
    const settings = { DATA_DIR: inFolder('data'), ...filesOf('cert'), SIMULATOR: 'off', PORT: '0', WS_PORT: '0' };
    return { settings, filesOf, renew };
  };
  const start = (settings: Record<string, string>) =>
    startHost(readEnvironment(settings), { log: createLog({ level: 'fatal' }) });

  test('judges the certificate that the host shows, not a newer one in its file (DOC-13)', async () => {
    const { settings, renew } = await httpsHost();
    await renew(3);
    const host = await start(settings);
    try {
      await renew(90);
      const beside = await look(settings);
      expect([beside.code, beside.said]).toEqual([2, expect.stringMatching(/CRITICAL {2}Certificate: .* 2 days from now/)]);
      expect(beside.said).toContain('Restart the host to load it');
    } finally {
      await host.close();
    }
    expect((await look(settings)).said).toContain('fine      Certificate: It is valid until');
  });

  test('of several hosts that run on the data folder each certificate that one shows is judged, and once (DOC-13)', async () => {
    const { settings, filesOf, renew } = await httpsHost();
    await renew(90);
    await renew(3, 'other');
    const hosts = [await start(settings), await start({ ...settings, ...filesOf('other') }), await start(settings)];
    try {
      const beside = await look(settings);
      expect(beside.said.match(/^.* Certificate: /gm)).toEqual(['CRITICAL  Certificate: ', 'fine      Certificate: ']);
      expect(beside.code).toBe(2);
    } finally {
      await Promise.all(hosts.toReversed().map((host) => host.close()));
    }
  });
});
