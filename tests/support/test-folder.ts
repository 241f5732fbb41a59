import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/**
 * Makes a new folder for each test. `at` returns the path of a file in it, `write` writes one and returns it.
 */
export function testFolder(name: string) {
  let folder = '';
  beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), name))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const at = (file: string): string => path.join(folder, file);
  const write = (file: string, content: string | Buffer): string => {
    writeFileSync(at(file), content);
    return at(file);
  };
  return { at, write };
}
