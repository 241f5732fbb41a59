import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiDocument } from '../host/entry/http/openapi.ts';

/** A hash of each operation in the API's description; 'components' is the hash of the rest. */
type Hashes = Readonly<Record<string, string>>;

const keptFile = path.join(import.meta.dirname, '../tests/host/entry/http/openapi-hashes.json');

/** Sorts keys and the names of required fields, whose order means nothing to readers of the document. */
function ordered(value: unknown, key = ''): unknown {
  if (Array.isArray(value))
    return key === 'required'
      ? (value as string[]).toSorted((one, other) => (one < other ? -1 : 1))
      : value.map((each) => ordered(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, ordered(each, name)]));
}

const hash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(value)))
    .digest('base64url')
    .slice(0, 16);

/** Returns the hashes of this version's description. */
export function operationHashes(): Hashes {
  const { paths, ...rest } = openApiDocument('kept') as { paths: Record<string, Record<string, unknown>> };
  const operations = Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${at}`, hash(operation)]),
  );
  return ordered({ ...Object.fromEntries(operations), components: hash(rest) }) as Hashes;
}

/** Returns the differences between two versions of the description, one line each. */
export function differences(kept: Hashes, present: Hashes): string[] {
  const names = [...new Set([...Object.keys(kept), ...Object.keys(present)])].filter((name) => kept[name] !== present[name]);
  return names.map(
    (name) => `${name} ${kept[name] === undefined ? 'is new' : present[name] === undefined ? 'is gone' : 'has changed'}`,
  );
}

/** Reads the hashes recorded last. */
export function keptHashes(): Hashes {
  return JSON.parse(readFileSync(keptFile, 'utf8')) as Hashes;
}

if (process.argv[1] === import.meta.filename) {
  const present = operationHashes();
  if (process.argv.includes('--write')) writeFileSync(keptFile, `${JSON.stringify(present, null, 2)}\n`);
  const found = differences(keptHashes(), present);
  process.stdout.write(`${found.length === 0 ? 'The description of the API is the kept one.' : found.join('\n')}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
