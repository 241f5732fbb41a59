import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mixedAnswers } from '../support/mixed-answers.ts';

const root = join(import.meta.dirname, '../..');

describe('how a layer fails (CODE-28, CODE-29)', () => {
  it.each([
    ['export function read(): Contact | string {}', ['Contact | string']],
    ['const read = (): number | false => 1;', ['number | false']],
    ['type Port = { read(): Promise<Caller | "expired" | "bad"> };', ['Caller | "expired" | "bad"']],
    ['class A { read(): string | number | null { return 1; } }', ['string | number | null']],
    ['type Read = (line: string) => number | string;', ['number | string']],
    ['function name(): string | null {}', []],
    ['function state(): "up" | "down" | string | undefined {}', []],
    ['function found(): Contact | null {}', []],
    ['function isOpen(): boolean | null {}', []],
    ['function read(): Result<Contact> {}', []],
    ['function write(text: Buffer | string): void {}', []],
  ])('%s', (source, mixed) => {
    expect(mixedAnswers(source)).toEqual(mixed);
  });

  it('no function of the host answers a value or how it failed: it throws, or answers a Result', () => {
    const sources = globSync('host/**/*.ts', { cwd: root });
    expect(sources.length).toBeGreaterThan(100);
    const found = sources.flatMap((file) =>
      mixedAnswers(readFileSync(join(root, file), 'utf8'), file).map((type) => `${file}: ${type}`),
    );
    expect(found).toEqual([]);
  });

  it('above platform only these classes of errors are made', () => {
    const sources = globSync('host/{*,{entry,domain,drivers}/**/*}.ts', { cwd: root });
    const classes = sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/class (\w+) extends (?:\w*Error|Mistake)\b/g)].map(([, name]) => name),
    );
    // What a request that its sender has left is aborted with; nobody is answered.
    expect(classes).toEqual(['SenderGone']);
  });
});
