import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockReads } from '../support/clock-reads.ts';

const root = join(import.meta.dirname, '../..');

/** One file of each layer, two folders deep if the layer has folders. */
const files = {
  model: 'src/model/deep/rule.ts',
  services: 'src/services/web/port.ts',
  machines: 'src/machines/flow/flow-machine.ts',
  views: 'src/views/page/page.tsx',
  root: 'src/composition/compose-more.ts',
  screens: 'src/screens/page.ts',
  host: 'host/part.ts',
  entry: 'host/entry/http/route.ts',
  entryShared: 'host/entry/shared.ts',
  entryDeep: 'host/entry/http/deep/route.ts',
  domain: 'host/domain/fleet/part.ts',
  domainDeep: 'host/domain/fleet/deep/part.ts',
  drivers: 'host/drivers/simulator/part.ts',
  platform: 'host/platform/store/part.ts',
} as const;
type Layer = keyof typeof files;

const deeper: readonly Layer[] = ['model', 'services', 'machines', 'views'];
const floors: readonly Layer[] = ['entry', 'domain', 'drivers', 'platform'];

/**
 * The floors of the model from the ground up (CODE-32): a folder may import from its own floor and below.
 * Folders not named here form the top floor, one for each subject of the screens.
 */
const modelFloors: readonly (readonly string[])[] = [
  ['time', 'geo'],
  ['fields'],
  ['entities'],
  ['text', 'config', 'navigation', 'tables'],
  ['registry'],
  ['changes'],
  ['contract'],
  ['journal'],
];
const modelFolders = readdirSync(join(root, 'src/model'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const topFolders = modelFolders.filter((name) => !modelFloors.flat().includes(name));

/** The ways to import from another file; the last imports only a type. */
const ways = [
  (from: string) => `import * as taken from '${from}';\nexport const used = taken;\n`,
  (from: string) => `export * from '${from}';\n`,
  (from: string) => `export const load = () => import('${from}');\n`,
  (from: string) => `import type { Taken } from '${from}';\nexport type Used = Taken;\n`,
];

/** Violations of each import rule (CODE-2): the layer, the path it imports, and the rule's message. */
const imports: readonly [Layer, string, string][] = [
  ['model', '../../machines/app.ts', 'model is pure'],
  ['model', '../../services/http.ts', 'model is pure'],
  ['model', '../../views/page.ts', 'model is pure'],
  ['model', '../../../host/main.ts', 'model is pure'],
  ['model', 'react', 'no React, no XState, no IO'],
  ['model', 'xstate', 'no React, no XState, no IO'],
  ['model', 'node:fs', 'no React, no XState, no IO'],
  ['services', '../../machines/app.ts', 'services import model only'],
  ['services', '../../views/page.ts', 'services import model only'],
  ['services', '../../../host/main.ts', 'services import model only'],
  ['services', 'xstate', 'no React and no XState'],
  ['services', 'node:fs', 'src runs in the browser'],
  ['machines', '../../views/page.ts', 'machines import model'],
  ['machines', '../../../host/main.ts', 'machines import model'],
  ['machines', 'react', 'machines know no React'],
  ['machines', 'node:fs', 'src runs in the browser'],
  ['views', '../../services/http.ts', 'views import model and machines'],
  ['views', '../../../host/main.ts', 'views import model and machines'],
  ['views', 'node:fs', 'src runs in the browser'],
  ['root', '../../host/main.ts', 'Nobody imports host'],
  ['root', 'node:fs', 'src runs in the browser'],
  ...(['model', 'services', 'machines', 'views'] as const).flatMap((layer): [Layer, string, string][] => [
    [layer, '../../screens/registry.ts', 'Nobody imports the composition root'],
    [layer, '../../composition/compose.ts', 'Nobody imports the composition root'],
    [layer, '../../early/early-page.ts', 'Nobody imports the composition root'],
  ]),
  ['screens', '../../host/main.ts', 'Nobody imports host'],
  ['screens', 'node:fs', 'src runs in the browser'],
  ['host', '../src/machines/app.ts', 'host imports model only'],
  ['host', '../tests/support/samples.ts', 'host imports model only'],
  ...floors.flatMap((floor): [Layer, string, string][] => [
    [floor, '../../../src/machines/app.ts', 'host imports model only'],
    [floor, '../../../src/services/http.ts', 'host imports model only'],
    [floor, '../../../src/views/page.ts', 'host imports model only'],
    [floor, '../../../src/screens/registry.ts', 'host imports model only'],
    [floor, '../../../src/a-folder-to-come/page.ts', 'host imports model only'],
    [floor, '../../../tests/support/samples.ts', 'host imports model only'],
  ]),
];

/** The floors of the host (CODE-18): imports go down, never up. */
const floorImports: readonly [Layer, string, string][] = [
  ['entry', '../../drivers/drivers.ts', 'entry knows domain and platform'],
  ['entry', '../../drivers/simulator/world.ts', 'entry knows domain and platform'],
  ['entry', '../ingest/ingest-routes.ts', 'nobody knows an entry'],
  ['entry', '../import/cells.ts', 'nobody knows an entry'],
  ['entry', '../../entry/ingest/ingest-routes.ts', 'nobody knows an entry'],
  ['entryShared', './realtime/hub.ts', 'nobody knows an entry'],
  ['entryShared', '../entry/realtime/hub.ts', 'nobody knows an entry'],
  ['entryDeep', '../../ingest/ingest-routes.ts', 'nobody knows an entry'],
  ['domain', '../../domain/accounts/sessions.ts', 'what their index.ts offers'],
  ['domainDeep', '../../accounts/sessions.ts', 'what their index.ts offers'],
  ['domainDeep', '../../../domain/accounts/sessions.ts', 'what their index.ts offers'],
  ['domain', '../../entry/border.ts', 'domain knows platform'],
  ['domain', '../../entry/realtime/hub.ts', 'domain knows platform'],
  ['domain', '../../drivers/simulator/world.ts', 'domain knows platform'],
  ['domain', '../contacts/intake.ts', 'what their index.ts offers'],
  ['domain', '../accounts/sessions.ts', 'what their index.ts offers'],
  ['domain', '../alarms/reindex.ts', 'what their index.ts offers'],
  ['drivers', '../../entry/http/server.ts', 'drivers know the ports of domain'],
  ['drivers', '../../domain/fleet/fleet.ts', 'what its index.ts offers'],
  ['platform', '../../entry/http/server.ts', 'platform knows nothing above it'],
  ['platform', '../../domain/fleet/index.ts', 'platform knows nothing above it'],
  ['platform', '../../drivers/drivers.ts', 'platform knows nothing above it'],
];

/** Paths that go a longer way round. Rules about paths would not recognise them. */
const detours: readonly string[] = [
  './../ingest/ingest-routes.ts',
  '.././ingest/ingest-routes.ts',
  '../http/../ingest/ingest-routes.ts',
  '..//ingest/ingest-routes.ts',
  '../host/entry/ingest/ingest-routes.ts',
  '../../../host/entry/ingest/ingest-routes.ts',
  '../../../host/platform/log.ts',
  '../../../host/main.ts',
  'host/domain/fleet/fleet.ts',
];

/**
 * SQL stays in platform (CODE-22): the floors above use neither its builder, nor its driver, nor what the
 * builder offers.
 */
const sqlFree: readonly Layer[] = ['entry', 'domain', 'drivers'];
const sqlWords = 'SQL stands in platform';
const sqlUses: readonly string[] = [
  "database.db.selectFrom('users')",
  "db.insertInto('users')",
  "tx.updateTable('users')",
  "db.deleteFrom('users')",
  "db.mergeInto('users')",
  'db.transaction().execute(() => 1)',
  "pool.query('select 1')",
  'pool.connect()',
  '(({ connect }) => connect())(pool)',
  "client.query('select 1')",
  "connection.query('select 1')",
];

/** The files of the host's own composition root. */
const hostFiles = readdirSync(join(root, 'host'), { withFileTypes: true });
const hostRootImports: readonly [Layer, string, string][] = hostFiles.flatMap((entry) =>
  entry.isFile()
    ? floors.map((floor): [Layer, string, string] => [floor, `../../${entry.name}`, "Nobody imports the host's composition root"])
    : [],
);

/** The files of the composition root. A new one is tested without being listed. */
const rootFiles = readdirSync(join(root, 'src'), { withFileTypes: true }).flatMap((entry) =>
  entry.isFile() ? [entry.name] : [],
);
const rootImports: readonly [Layer, string, string][] = rootFiles.flatMap((name) => [
  ...deeper.map((layer): [Layer, string, string] => [layer, `../../${name}`, 'Nobody imports the composition root']),
  ['host', `../src/${name}`, 'host imports model only'],
  ...floors.map((floor): [Layer, string, string] => [floor, `../../../src/${name}`, 'host imports model only']),
]);

const io = "IO is a service's";
const time = 'Time and timers are injected';
const chance = 'Chance is injected';
const byName = 'By its own name';
const unnamed = 'is not defined';

/** What model, machines and views may not use (CODE-3), bare and through the global object. */
const uses: readonly [string, string][] = [
  ['fetch("/x")', io],
  ['new XMLHttpRequest()', io],
  ['new WebSocket("ws://x")', io],
  ['new EventSource("/x")', io],
  ['localStorage.length', io],
  ['sessionStorage.length', io],
  ['indexedDB.open("x")', io],
  ['navigator.onLine', io],
  ['setTimeout(() => 1, 2)', time],
  ['setInterval(() => 1, 2)', time],
  ['requestAnimationFrame(() => 1)', time],
  ['performance.now()', time],
  ['Date.now()', time],
  ['Date["now"]()', time],
  ['Temporal.Now.instant()', time],
  ['Math.random()', chance],
  ['crypto.randomUUID()', chance],
  ['window.fetch("/x")', byName],
  ['globalThis.setTimeout(() => 1, 2)', byName],
  ['self.localStorage', byName],
  ['(({ fetch }) => fetch)(window)', byName],
  ['(document.defaultView as unknown as { fetch: () => void }).fetch()', byName],
  ['document.cookie', io],
  ['document.location', io],
  // No rule names these: any global that is not allowed by name is undefined.
  ['new Worker("/x")', unnamed],
  ['new BroadcastChannel("x")', unnamed],
  ['location.href', unnamed],
  ['history.length', unnamed],
  ['process.env', unnamed],
];

/** What the rules allow. */
const allowed: readonly [Layer, string][] = [
  ['model', "import { value } from '../entities/value.ts';\nexport const known = [value, new Date(0), Math.max(1, 2)];\n"],
  ['services', "import { value } from '../../model/value.ts';\nexport const sent = () => fetch(String([value, Date.now()]));\n"],
  ['machines', "import type { Port } from '../../services/port.ts';\nexport type Uses = Port;\n"],
  [
    'machines',
    "import { setup } from 'xstate';\nimport { value } from '../../model/value.ts';\nexport const machine = [setup, value];\n",
  ],
  ['views', "import { value } from '../../machines/app.ts';\nexport const shown = value;\n"],
  [
    'views',
    "import { value } from '../../model/value.ts';\nexport const load = () => [value, import('../controls/card.tsx')];\n",
  ],
  ['views', "export const still = () => [document.createElement('a'), matchMedia('print'), devicePixelRatio];\n"],
  [
    'root',
    "import { page } from './views/page.tsx';\nimport { port } from './services/port.ts';\nexport const app = [page, port, window];\n",
  ],
  [
    'screens',
    "import { page } from '../views/page.tsx';\nimport { port } from '../services/port.ts';\nexport const screen = [page, port];\n",
  ],
  ['host', "import { value } from '#model/value.ts';\nexport const answered = [value, Date.now(), setTimeout];\n"],
  [
    'host',
    "import { routes } from './entry/http/route.ts';\nimport { drivers } from './drivers/drivers.ts';\nexport const all = [routes, drivers];\n",
  ],
  [
    'entry',
    "import { one } from '../../domain/fleet/fleet.ts';\nimport { other } from '../../platform/log.ts';\nexport const known = [one, other];\n",
  ],
  ['entry', "import { border } from '../border.ts';\nexport const known = border;\n"],
  [
    'domain',
    "import { one } from '../contacts/index.ts';\nimport { other } from '../../platform/bus/bus.ts';\nexport const known = [one, other];\n",
  ],
  ['drivers', "import { one } from '../../domain/fleet/index.ts';\nexport const known = one;\n"],
  ['platform', "import { sql } from 'kysely';\nimport { Pool } from 'pg';\nexport const known = [sql, Pool];\n"],
  ['platform', "import { one } from '../changes/change.ts';\nexport const known = one;\n"],
];

/**
 * Code planted in layers, each piece in its own file, and the message expected for each; null expects none.
 */
type Case = { title: string; layers: readonly Layer[]; codes: readonly string[]; message: string | null };

/** Each folder of the model, with every folder above it. */
const modelCases = modelFloors.flatMap((floor, at) =>
  floor.map((folder) => {
    const above = [...modelFloors.slice(at + 1).flat(), ...topFolders];
    const code = above.map((name) => `export * from '../${name}/rule.ts';\nexport * from '#model/${name}/rule.ts';\n`).join('');
    const below = modelFloors.slice(0, at + 1).flat();
    const allowed = below.map((name, number) => `export * as known${number} from '../${name}/rule.ts';\n`).join('');
    return { folder, above, file: `src/model/${folder}/planted.ts`, code, fine: `src/model/${folder}/fine.ts`, allowed };
  }),
);

const call = (use: string) => `export const bad = () => ${use};\n`;

const cases: readonly Case[] = [
  ...[...imports, ...rootImports, ...floorImports, ...hostRootImports].map(([layer, from, message]): Case => {
    return { title: `${layer}: no import of ${from}`, layers: [layer], codes: ways.map((way) => way(from)), message };
  }),
  ...detours.map((from): Case => {
    return {
      title: `host: no import by the detour ${from}`,
      layers: ['host', ...floors],
      codes: ways.map((way) => way(from)),
      message: 'the shortest way',
    };
  }),
  {
    title: 'machines: no import of a service but its types',
    layers: ['machines'],
    codes: ways.filter((way) => !way('').includes('type')).map((way) => way('../../services/http.ts')),
    message: 'services as types only',
  },
  ...uses.map(([use, message]): Case => {
    return { title: `model, machines, views: no ${use}`, layers: ['model', 'machines', 'views'], codes: [call(use)], message };
  }),
  ...['document.title', 'matchMedia("print")'].map((use): Case => {
    return { title: `model, machines: no ${use}`, layers: ['model', 'machines'], codes: [call(use)], message: unnamed };
  }),
  ...sqlFree.flatMap((layer) =>
    ['kysely', 'pg'].map((from): Case => {
      return { title: `${layer}: no import of ${from}`, layers: [layer], codes: ways.map((way) => way(from)), message: sqlWords };
    }),
  ),
  ...sqlUses.map((use): Case => {
    const code = `declare const database: any, db: any, tx: any, pool: any, client: any, connection: any;\nexport const bad = () => [database, db, tx, pool, client, connection, ${use}];\n`;
    return { title: `host, but for platform: no ${use}`, layers: ['host', ...sqlFree], codes: [code], message: sqlWords };
  }),
  ...allowed.map(([layer, code]): Case => {
    return { title: `${layer} may: ${code.trimEnd().split('\n').at(-1)}`, layers: [layer], codes: [code], message: null };
  }),
];

/** Only a file of this name may request frames, so all uses are planted in it together. */
const frames = {
  file: 'src/views/charts/chart-clock.ts',
  code: ['cancelAnimationFrame(requestAnimationFrame(() => 1))', 'fetch("/x")', 'globalThis.fetch("/x")', 'setTimeout(() => 1)']
    .map((use, at) => `export const use${at} = () => ${use};\n`)
    .join(''),
};

const lintReport = v.object({
  diagnostics: v.array(v.object({ message: v.string(), help: v.optional(v.string()), filename: v.string() })),
});

let house: string;
const found = new Map<string, string[]>();

const fileOf = (at: number, layer: Layer, code: number): string => files[layer].replace(/(?=\.tsx?$)/, `-${at}-${code}`);

/** Plants everything in a copy of the layout and lints it once with the project's own configuration. */
beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'boundaries-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(house, '.oxlintrc.json'));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
  const plant = (file: string, code: string): void => {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), code);
    found.set(file, []);
  };
  for (const [at, { layers, codes }] of cases.entries())
    for (const layer of layers) for (const [number, code] of codes.entries()) plant(fileOf(at, layer, number), code);
  plant(frames.file, frames.code);
  for (const { file, code, fine, allowed } of modelCases) {
    plant(file, code);
    plant(fine, allowed);
  }
  const oxlint = join(root, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['-f', 'json', 'src', 'host'], { cwd: house, encoding: 'utf8' });
  for (const { filename, message, help = '' } of v.parse(v.pipe(v.string(), v.parseJson(), lintReport), stdout).diagnostics)
    found.get(filename)?.push(`${message} ${help}`);
});
afterAll(() => rmSync(house, { recursive: true }));

describe('boundaries (CODE-2, CODE-3, CODE-18, CODE-22, CODE-32)', () => {
  it.each(cases.map((each, at) => ({ ...each, at })))('$title', ({ at, layers, codes, message }) => {
    for (const layer of layers)
      for (const number of codes.keys()) {
        const findings = found.get(fileOf(at, layer, number));
        if (message === null) expect(findings).toEqual([]);
        else expect(findings?.join('\n'), `${layer}: ${codes[number]}`).toContain(message);
      }
  });

  it('the clock of the charts may ask for frames, and for nothing else', () => {
    expect(
      found
        .get(frames.file)
        ?.map((finding) => /'\w+'/.exec(finding)?.[0])
        .toSorted(),
    ).toEqual(["'fetch'", "'globalThis'", "'setTimeout'"]);
  });

  it.each(modelCases)('the floor of $folder in the model knows none above it (CODE-32)', ({ folder, above, file, fine }) => {
    const findings = found.get(file)?.filter((finding) => finding.includes('no floor of the model above')) ?? [];
    const paths = above.flatMap((name) => [`'../${name}/rule.ts'`, `'#model/${name}/rule.ts'`]);
    const missed = paths.filter((path) => !findings.some((finding) => finding.includes(path)));
    expect(missed, `folders above ${folder} that .oxlintrc.json does not name there`).toEqual([]);
    expect(found.get(fine)).toEqual([]);
  });

  it('the host has these floors and no other folder (CODE-18)', () => {
    const folders = globSync('host/*/**/*.ts', { cwd: root }).map((file) => file.split(/[\\/]/)[1]);
    expect(new Set(folders)).toEqual(new Set(floors));
  });

  // The linter knows a connection only by its usual names. Reading a property `query`, as of a request, is no
  // call.
  it('no statement is given to a pool or a connection but in platform (CODE-22)', () => {
    const statement = /\.query(\?\.)?\s*[(<`]/;
    for (const planted of ["pool.query('x')", "lent.query<{ n: number }>('x')", "database.pool?.query('x')"])
      expect(planted).toMatch(statement);
    const sources = globSync('host/{*,{entry,domain,drivers}/**/*}.ts', { cwd: root });
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.filter((file) => statement.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  it('no file of the product switches a rule off', () => {
    const sources = globSync('{src,host}/**/*.{ts,tsx}', { cwd: root });
    expect(sources.filter((file) => /(oxlint|eslint)-disable/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});

/** The linter has no rule against reading the clock by leaving out an argument, as in `new Date()`. */
describe('the time is read nowhere in model, machines and views', () => {
  it.each([
    ['new Date()', ['new Date()']],
    ['new Date', ['new Date']],
    ['const text = `${Date()}`;', ['Date()']],
    ['export const Now = (): unknown => <time>{new Date().getTime()}</time>;', ['new Date()']],
    ['[new Date(0), Date.UTC(2026), Date.parse("2026"), (at: Date): Date => at]', []],
    ['/* new Date() */ "new Date()"', []],
  ])('%s', (code, reads) => {
    expect(clockReads(code)).toEqual(reads);
  });

  it.each(['model', 'machines', 'views'])('%s', (layer) => {
    const sources = globSync(`src/${layer}/**/*.{ts,tsx}`, { cwd: root });
    expect(sources.length).toBeGreaterThan(10);
    expect(sources.filter((file) => clockReads(readFileSync(join(root, file), 'utf8'), file).length > 0)).toEqual([]);
  });
});
