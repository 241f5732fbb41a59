import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Returns every number, text and pattern in a source, except those in types, which define no value. */
function literalsIn(path: string, source: string): Set<string> {
  const found = new Set<string>();
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) found.add(`/${node.regex.pattern}/`);
      else if (node.value !== null) found.add(String(node.value));
    },
  });
  visitor.visit(parseSync(path, source).program);
  return found;
}

/**
 * Returns the fields, such as `contactBounds.n.max`, for which the file declares a constant as another name.
 */
function aliasesIn(path: string, source: string): Set<string> {
  const found = new Set<string>();
  for (const statement of parseSync(path, source).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') continue;
    for (const { id, init } of declared.declarations)
      if (id.type === 'Identifier' && init?.type === 'MemberExpression') found.add(source.slice(init.start, init.end));
  }
  return found;
}

/** Without migrations, which keep the values of the day they were written. */
const sources = globSync('{src,host}/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.includes('/migrations/'))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
  .map(({ path, source }) => ({ path, literals: literalsIn(path, source), aliases: aliasesIn(path, source) }));

const saying = (literal: string): string[] => sources.filter(({ literals }) => literals.has(literal)).map(({ path }) => path);

/** Values that belong to a single rule, each with the file that defines it. */
describe('a bound stands in one place, as its rule does (CODE-19)', () => {
  test.each([
    ['CON-2, n', 32_767, 'src/model/entities/contact.ts'],
    ['CON-2, ts', 8.64e15, 'src/model/entities/contact.ts'],
    ['CON-2, code', 2_147_483_648, 'src/model/fields/value-fields.ts'],
    ['an id', 2_147_483_647, 'src/model/fields/value-fields.ts'],
    ['CON-10', 995, 'src/model/entities/contact.ts'],
    ['RX-3', 45, 'src/model/entities/receiver.ts'],
    ['ALM-2', 4101, 'src/model/entities/alarm-words.ts'],
    ['ALM-2', 2102, 'src/model/entities/alarm-words.ts'],
    ['SYS-3', '/^[A-Za-z0-9_-]{1,64}$/', 'src/model/fields/value-fields.ts'],
    ['FORM-6', String.raw`/^[\w!#$%&'*+/=?^{|}~.-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/`, 'src/model/fields/fields.ts'],
    ['FILE-2', String.raw`/^'*[=+\-@\t\r]/`, 'src/model/text/csv-cell.ts'],
    ['FILE-5', String.raw`/[\\/*?"<>|\p{Cc}]/`, 'src/model/text/file-name.ts'],
    ['ERR-5', 'Your session has expired', 'src/model/contract/failure.ts'],
    ['ERR-7', 'Csrf could not be obtained', 'src/model/contract/failure.ts'],
    ['ACC-2', 'A username has no @', 'src/model/fields/person-fields.ts'],
    ['a unique key, to PostgreSQL', '23505', 'host/platform/store/database-failure.ts'],
    ['how tokens are signed', 'HS256', 'host/domain/accounts/signing-keys.ts'],
    [
      'the columns of a contact',
      'ts, rx_id, freq_hz, code, power, ant, type, n',
      'host/platform/store/contacts/storing-statements.ts',
    ],
  ])('%s: %s', (_, literal, path) => {
    expect(saying(String(literal))).toEqual([path]);
  });

  test('CON-2, power: -200 stands in one file', () => {
    const pattern = /(?:min|low|from|< ?)[^\n]{0,12}-200\b/;
    const said = globSync('{src,host}/**/*.ts', { cwd: root }).filter((path) =>
      pattern.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(said.map((path) => path.replaceAll('\\', '/')).filter((path) => !path.includes('/migrations/'))).toEqual([
      'src/model/entities/contact.ts',
    ]);
  });
});

test('no bound gets a name of its own in two files (CON-2, CON-3)', () => {
  const named = sources.flatMap(({ path, aliases }) => [...aliases].map((bound) => ({ bound, path })));
  const twice = Map.groupBy(named, ({ bound }) => bound)
    .values()
    .filter((files) => files.length > 1);
  expect([...twice]).toEqual([]);
});

test('a name that a bound gets is found', () => {
  const source =
    'const maxEqual = contactBounds.n.max;\nexport const most = limits.a;\nlet a = b.c;\nf(() => { const d = e.g; });';
  expect([...aliasesIn('planted.ts', source)]).toEqual(['contactBounds.n.max', 'limits.a']);
});

test('a literal that is said again is found, whatever it is written like', () => {
  const literals = literalsIn(
    'planted.ts',
    'const most = 0x7fff;\nif (/^a$/u.test(text)) throw new Error("no");\ntype Never = 5;',
  );
  expect([...literals]).toEqual(expect.arrayContaining(['32767', '/^a$/', 'no']));
});
