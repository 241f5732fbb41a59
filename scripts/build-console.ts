import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
/** What the console is built from. The lock file represents the libraries. */
const sources = [
  'src/**/*',
  'public/**/*',
  'index.html',
  'vite.config.ts',
  'scripts/{chunks,early-page,compiled-charts}.ts',
  'package-lock.json',
];
/** Written last, so that an interrupted build counts as missing. */
const stamp = path.join(dist, '.sources');
const compressible = [
  '**/*.js',
  '**/*.css',
  '**/*.html',
  '**/*.svg',
  '**/*.json',
  '**/*.webmanifest',
  '**/*.txt',
  '**/*.geojson',
];
/**
 * The size up to which files get quality 11, in bytes. It makes them a tenth smaller, which a slow line
 * notices, but takes twenty times as long. Larger files belong to one screen, and the first start would wait
 * for them.
 */
const smallFile = 450_000;
const brotliQuality = { small: 11, large: 8 };

/** Builds the console into dist/ if it is missing or older than its sources. Returns whether it had to. */
export async function buildConsoleWhenStale(): Promise<boolean> {
  const wanted = await hashOfSources();
  if ((await readFile(stamp, 'utf8').catch(missing)) === wanted) return false;
  await runVite();
  await compressAhead();
  await writeFile(stamp, wanted);
  return true;
}

async function hashOfSources(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(path.relative(root, path.join(entry.parentPath, entry.name)));
  }
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    hash.update(file.split(path.sep).join('/'));
    hash.update(
      createHash('sha256')
        .update(await readFile(path.join(root, file)))
        .digest(),
    );
  }
  return hash.digest('hex');
}

/** Runs in its own process, which frees its memory when it ends. */
async function runVite(): Promise<void> {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', '--configLoader', 'native'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Started from a test or a development shell, it would otherwise use React's development build.
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  });
  let words = '';
  const keep = (chunk: Buffer): void => void (words += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The console could not be built (npm run build says more):\n${words.trim()}`);
}

/** The host serves these files, so that no page waits for compression. */
async function compressAhead(): Promise<void> {
  const pending: Promise<void>[] = [];
  for await (const name of glob(compressible, { cwd: dist })) pending.push(compressFile(path.join(dist, name)));
  await Promise.all(pending);
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  const quality = content.length <= smallFile ? brotliQuality.small : brotliQuality.large;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content, { params }), promisify(gzip)(content, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

// scripts/run.js imports this file.
if (process.argv[1] === import.meta.filename)
  console.log((await buildConsoleWhenStale()) ? 'The console is built: dist/' : 'The console in dist/ is up to date.');
