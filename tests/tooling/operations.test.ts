import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment } from '../../host/platform/environment.ts';
import { operationsFile, operationsFiles, settingsOf, shellBlocks, unitValues } from '../support/operations-files.ts';
import { selfSigned } from '../support/self-signed.ts';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const installed = '/opt/telemetry-console';
const state = '/var/lib/telemetry-console';
const backups = '/var/backups/telemetry-console';
const units = operationsFiles('.service', '.timer');
const documents = [...operationsFiles(), { name: 'README.md', text: readFileSync(join(root, 'README.md'), 'utf8') }];

/** Returns what systemd says about units; null if systemd is not installed. */
function verified(files: readonly { name: string; text: string }[]): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'units-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const paths = files.map(({ name, text }) => {
    const path = join(folder, name);
    // systemd checks that the program of a unit exists.
    writeFileSync(path, text.replaceAll(`${installed}/node_modules/node/bin/node`, process.execPath));
    return path;
  });
  const { error, stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' });
  if (error !== undefined) return null;
  return status === 0 ? `${stdout}${stderr}` : `${stdout}${stderr}\nexit code ${status}`;
}

/** Returns the lines of a unit that are neither a section, a comment nor a setting with a value. */
function oddLines({ text }: { text: string }): string[] {
  const plain = /^(?:\[(?:Unit|Service|Timer|Install)\]|#.*|[A-Z][A-Za-z]+=.+|CapabilityBoundingSet=|)$/;
  return text.split('\n').filter((line) => !plain.test(line));
}

describe('what operators are given names what is there (CODE-30)', () => {
  test.each(documents)('commands of $name', ({ text }) => {
    const named = [...text.matchAll(/npm run (?<script>[a-z:-]+)/g)].map(({ groups }) => groups?.['script'] ?? '');
    expect(named.filter((script) => scripts[script] === undefined)).toEqual([]);
  });

  test.each(documents)('files of $name', ({ text }) => {
    const named = [...text.matchAll(/(?<![\w/])(?:\/opt\/telemetry-console\/)?((?:docs|host|node_modules)\/[\w./-]*\w)/g)];
    const paths = named.map(([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('folders outside of the product are the same few everywhere', () => {
    const named = documents.flatMap(({ text }) => text.match(/\/(?:opt|etc|var\/lib|var\/backups)\/telemetry-console/g) ?? []);
    expect([...new Set(named)].toSorted()).toEqual(['/etc/telemetry-console', installed, backups, state].toSorted());
  });

  test('settings are those of the table in settings.md, and a host takes them', () => {
    const table = operationsFile('settings.md');
    const folder = mkdtempSync(join(tmpdir(), 'settings-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { cert, key } = selfSigned(['telemetry.example.org']);
    writeFileSync(join(folder, 'cert.pem'), cert);
    writeFileSync(join(folder, 'key.pem'), key);
    const own = settingsOf(operationsFile('environment').replaceAll('/etc/telemetry-console', folder));
    const wished = settingsOf(operationsFile('environment').replaceAll(/^#(?=\w+=)/gm, ''));
    const proxied = settingsOf(shellBlocks(operationsFile('proxy.md'))[0]?.join('\n') ?? '');
    const composed = Object.fromEntries(
      [...operationsFile('compose.yaml').matchAll(/^ {6}(?<name>[A-Z_]+): '?(?<value>[^'\n]+)'?$/gm)].map(({ groups }) => [
        groups?.['name'] ?? '',
        (groups?.['value'] ?? '').replace('/run/certificate', folder),
      ]),
    );
    for (const settings of [own, wished, proxied, composed]) {
      expect(Object.keys(settings).length).toBeGreaterThan(4);
      const row = (name: string) => new RegExp(`^\\| [^|]*\`${name}\``, 'm');
      expect(Object.keys(settings).filter((name) => !row(name).test(table))).toEqual([]);
      const { TLS_CERT: _cert, TLS_KEY: _key, ...others } = settings;
      const tls =
        settings['TLS_CERT'] === undefined ? {} : { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
      expect(readEnvironment({ ...others, ...tls })).toMatchObject({ publicUrl: 'https://telemetry.example.org', demo: false });
    }
  });
});

test('what the container says is kept up to a bound, which Docker by itself has not (HOST-20)', () => {
  const { services } = parse(operationsFile('compose.yaml')) as {
    services: Record<string, { logging?: { driver?: string; options?: Record<string, string> } }>;
  };
  for (const [name, { logging }] of Object.entries(services)) {
    const { 'max-size': size = '', 'max-file': files = '' } = logging?.options ?? {};
    expect([name, logging?.driver, size, files]).toEqual([
      name,
      'local',
      expect.stringMatching(/^\d+m$/),
      expect.stringMatching(/^\d$/),
    ]);
  }
});

describe('the units of systemd (CODE-30)', () => {
  test('are well formed', () => {
    expect(units.map(({ name }) => name)).toEqual([
      'telemetry-console-backup.service',
      'telemetry-console-backup.timer',
      'telemetry-console-doctor.service',
      'telemetry-console-doctor.timer',
      'telemetry-console.service',
    ]);
    expect(units.flatMap(oddLines)).toEqual([]);
    expect(verified(units) ?? '').toBe('');
  });

  test('that are not are found', () => {
    const planted = {
      name: 'planted.service',
      text: operationsFile('telemetry-console.service').replace('Restart=on-failure', 'Restart = now and then\nand so on'),
    };
    expect(oddLines(planted)).toEqual(['Restart = now and then', 'and so on']);
    expect(verified([planted]) ?? 'now and then').toContain('now and then');
  });

  test.each([
    ['telemetry-console.service', 'host/main.ts'],
    ['telemetry-console-backup.service', `${scripts['backup']?.replace(/^node scripts\/run\.js /, '')} ${backups} --keep 14`],
    ['telemetry-console-doctor.service', scripts['doctor']?.replace(/^node scripts\/run\.js /, '')],
  ])('%s starts %s in its sandbox, as the host’s user', (name, command) => {
    const unit = operationsFile(name);
    expect(unitValues(unit, 'ExecStart')).toEqual([`${installed}/node_modules/node/bin/node ${command}`]);
    expect(unitValues(unit, 'WorkingDirectory')).toEqual([installed]);
    expect(unitValues(unit, 'User')).toEqual(['telemetry']);
    expect(unitValues(unit, 'EnvironmentFile')).toEqual(['/etc/telemetry-console/environment']);
    const writable = unitValues(unit, 'ReadWritePaths')[0]?.split(' ') ?? [];
    expect(writable).toEqual(command?.includes(backups) === true ? [state, backups] : [state]);
    for (const setting of ['ProtectSystem=strict', 'NoNewPrivileges=yes', 'PrivateTmp=yes'])
      expect(unit).toContain(`\n${setting}\n`);
    expect(unitValues(unit, 'MemoryDenyWriteExecute')).toEqual([]);
  });

  test('leave the host the time that it takes to stop (HOST-17), and signal it before its database', () => {
    const unit = operationsFile('telemetry-console.service');
    expect(Number(unitValues(unit, 'TimeoutStopSec')[0])).toBeGreaterThanOrEqual(90);
    expect(unitValues(unit, 'KillMode')).toEqual(['mixed']);
  });

  test('the script for certificates is one, and may be run', () => {
    const path = join(root, 'docs/operations/new-certificate.sh');
    expect(() => accessSync(path, constants.X_OK)).not.toThrow();
    expect(spawnSync('sh', ['-n', path], { encoding: 'utf8' }).stderr).toBe('');
  });
});
