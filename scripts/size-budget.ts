import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * A budget in KiB, gzipped, for everything a browser loads for `entries`: their static imports and what the
 * page itself names. Files of `without` are already loaded. `beside` matches files that no module imports,
 * such as a worker. Large libraries may load only for `heavy`, and the service worker must not fetch what
 * only `heavy` needs in advance.
 */
type Budget = {
  name: string;
  entries: string[];
  without?: string[];
  js: number;
  css?: number;
  beside?: RegExp;
  heavy?: string;
};

const shell = ['index.html', 'src/composition/compose-session.ts', 'src/views/shell/dashboard-view.tsx'];

const home = [...shell, 'src/views/home/home-view.tsx'];

const mapPage = [...shell, 'src/screens/map.ts', 'src/views/map/map-view.tsx'];

/** Routes by the modules loaded for them (SPEED-3). 'login' is what a stranger waits for. */
export const budgets: readonly Budget[] = [
  { name: 'login', entries: ['index.html'], js: 135, css: 75 },
  {
    name: 'shell and home',
    entries: home,
    js: 212,
  },
  {
    name: 'receivers, with the shell',
    entries: [...shell, 'src/screens/receivers.ts', 'src/views/receivers/receivers-view.tsx'],
    js: 385,
  },
  {
    name: 'map by WebGL, with the shell',
    entries: [...mapPage, 'src/views/map/webgl-map.tsx'],
    js: 865,
    beside: /^maplibre-gl-worker-.*\.js$/,
    heavy: 'src/views/map/webgl-map.tsx',
  },
  {
    name: 'what the map is drawn with by WebGL, beside its page',
    entries: ['src/views/map/webgl-map.tsx'],
    without: mapPage,
    js: 620,
    beside: /^maplibre-gl-worker-.*\.js$/,
    heavy: 'src/views/map/webgl-map.tsx',
  },
  {
    name: "charts' chunk, beside Home",
    entries: ['src/views/charts/vega-chart.tsx'],
    without: [...home, 'src/screens/home/home-map.ts', 'src/screens/home/home-figures.ts'],
    js: 220,
    heavy: 'src/views/charts/vega-chart.tsx',
  },
];

/** KiB, gzipped (SPEED-18). */
const firstPaintBudget = 60;

/** Libraries that may load only with the route that needs them (SPEED-3). */
const heavyLibraries = /vega|maplibre|deck\.gl|luma|webgl/;

type Chunk = { file: string; src?: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

export type Measured = {
  name: string;
  js: number;
  css: number;
  jsBudget: number;
  cssBudget: number | undefined;
  problems: string[];
};

/** The most scripts and style sheets that a page loads before it is drawn (SPEED-3). */
const mostFiles = 46;

/** Matches a screen's unit and view in src/screens/registry.ts. */
const inRegistry = /import\('\.\/([\w-]+\.ts)'\),\s*import\('\.\.\/(views\/[\w/-]+\.tsx)'\)/g;

export type Counted = { screen: string; files: number; problems: string[] };

/**
 * Counts the scripts and style sheets that the page of each screen in `registry` loads, in a finished build
 * in `dist`. Parts that load later, such as maps and charts, are not counted.
 */
export function countFiles(dist: string, registry: string): Counted[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const screens = [...registry.matchAll(inRegistry)];
  const named = registry.match(/=>\s*withView\(/g)?.length ?? 0;
  if (screens.length !== named) throw new Error(`src/screens/registry.ts names ${named} views, and ${screens.length} were found`);
  return screens.map(([, unit, view]) => {
    const screen = `src/screens/${unit}`;
    const files = filesOf(dist, manifest, [...shell, screen, `src/${view}`]).size;
    return { screen, files, problems: files > mostFiles ? [`${screen} loads ${files} files, over ${mostFiles}`] : [] };
  });
}

/** Measures what loads before the first paint (SPEED-18): the page, its styles and classic scripts. */
function firstPaint(dist: string): Measured {
  const files = namedByPage(dist);
  const packed = ['index.html', ...files].map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1024);
  const all = packed.reduce((sum, size) => sum + size, 0);
  const problems = all > firstPaintBudget ? [`${all.toFixed(1)} KiB come before the first paint, over ${firstPaintBudget}`] : [];
  if (!files.some((file) => file.includes('early-'))) problems.push('index.html does not name the script that shows the login');
  return {
    name: 'before the first paint, page and all',
    js: all,
    css: 0,
    jsBudget: firstPaintBudget,
    cssBudget: undefined,
    problems,
  };
}

/** Returns the styles and scripts that index.html names beside its module. No module imports them. */
function namedByPage(dist: string): string[] {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = [...page.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"|<script src="\/([^"]+)"/g)];
  return named.map(([, style, script]) => style ?? script ?? '');
}

/** Measures every budget in a finished build in `dist` (KiB, gzip -9 as a static host would serve). */
export function measureBudgets(dist: string, wanted = budgets): Measured[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const routes = wanted.map((budget) => {
    const files = filesOf(dist, manifest, budget.entries).difference(filesOf(dist, manifest, budget.without ?? []));
    const js = sumOf(dist, new Set([...files, ...filesBeside(dist, budget.beside)]), '.js');
    const css = sumOf(dist, files, '.css');
    const problems: string[] = [];
    if (js > budget.js) problems.push(`JavaScript ${js.toFixed(1)} KiB is over ${budget.js}`);
    if (budget.css !== undefined && css > budget.css) problems.push(`CSS ${css.toFixed(1)} KiB is over ${budget.css}`);
    for (const file of files)
      if (budget.heavy === undefined && heavyLibraries.test(file)) problems.push(`${file} must load only with its route`);
    if (budget.heavy !== undefined) problems.push(...precachedOf(dist, manifest, budget.heavy));
    return { name: budget.name, js, css, jsBudget: budget.js, cssBudget: budget.css, problems };
  });
  return [firstPaint(dist), ...routes];
}

/**
 * Returns the files of the entries, of all their static imports, and of the page if it is an entry. Throws if
 * the build lacks an entry: the budget would shrink unnoticed.
 */
function filesOf(dist: string, manifest: Manifest, entries: string[]): Set<string> {
  const files = new Set(entries.includes('index.html') ? namedByPage(dist) : []);
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key}; correct the budgets in scripts/size-budget.ts`);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return files;
}

/** Files up to this size (bytes) are not worth listing as left out. */
const smallFile = 8_192;

/**
 * Returns a problem for each large file that only this module needs and the service worker fetches in
 * advance.
 */
function precachedOf(dist: string, manifest: Manifest, module: string): string[] {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
  const others = filesOf(
    dist,
    manifest,
    budgets.flatMap(({ entries, without = [] }) => [...entries, ...without]).filter((entry) => entry !== module),
  );
  const own = [...filesOf(dist, manifest, [module])].filter((file) => file.endsWith('.js') && !others.has(file));
  const large = own.filter((file) => statSync(join(dist, file)).size > smallFile);
  return large.filter((file) => worker.includes(file)).map((file) => `${file} is in the service worker's precache`);
}

/** Returns the built files that match a pattern. Throws if there are none, as above. */
function filesBeside(dist: string, pattern: RegExp | undefined): string[] {
  if (pattern === undefined) return [];
  const found = readdirSync(join(dist, 'assets')).filter((file) => pattern.test(file));
  if (found.length === 0)
    throw new Error(`The build has no file ${String(pattern)}; correct the budgets in scripts/size-budget.ts`);
  return found.map((file) => `assets/${file}`);
}

function sumOf(dist: string, files: Set<string>, ending: string): number {
  let bytes = 0;
  for (const file of files) if (file.endsWith(ending)) bytes += gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  return bytes / 1024;
}
