import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  longCommentLines,
  missingClasses,
  namesakes,
  nativeControls,
  otherTextSizes,
  readCode,
  maxCommentLine,
  readUnusedWords,
  sharedClassGaps,
  unusedPhrasesIn,
  unusedWordsIn,
} from '../support/house-style.ts';

const root = join(import.meta.dirname, '../..');
const words = readUnusedWords(readFileSync(join(root, 'docs/glossary.md'), 'utf8'));
const phrases = readUnusedWords(readFileSync(join(root, 'docs/glossary.md'), 'utf8'), 'Phrases we do not write');
const filler = 'word '.repeat(24).trim();

describe('lines of comments (CODE-20)', () => {
  const problems = (text: string, path = 'src/planted.ts') => longCommentLines({ path, text });

  test.each([
    ['a docstring of one line', `/** ${filler} */\nconst a = 1;`, 1],
    ['one of several lines', `/**\n * Short.\n * ${filler}\n */\nconst a = 1;`, 3],
    ['a remark that is indented', `if (a) {\n  // ${filler}\n  b();\n}`, 2],
    ['one in markup', `const a = (\n  <p>\n    {/*\n      ${filler}\n    */}\n  </p>\n);`, 4],
    ['the last line, without an end', `const a = 1;\n// ${filler}`, 2],
  ])('%s is too long', (_, text, line) => {
    expect(problems(text, 'src/planted.tsx')).toEqual([
      expect.stringMatching(new RegExp(`^src/planted\\.tsx:${line} has \\d+ characters$`)),
    ]);
  });

  test('so is one of a style sheet', () => {
    expect(problems(`.a {\n  /* ${filler} */\n  color: red;\n}`, 'src/a.css')).toHaveLength(1);
  });

  test(`${maxCommentLine} characters are not too long, one more is`, () => {
    const line = `// ${'ab '.repeat(40)}`.slice(0, maxCommentLine - 1);
    expect(problems(`${line}c`)).toEqual([]);
    expect(problems(`${line}cd`)).toHaveLength(1);
    expect(problems(`${line}é`)).toEqual([]);
  });

  test.each([
    ['an address', `// https://example.org/${'a'.repeat(120)}`],
    ['a row of a table', `/**\n * | ${filler} |\n */\nconst a = 1;`],
    ['code that is shown', `/**\n * \`\`\`ts\n * ${filler}\n * \`\`\`\n */\nconst a = 1;`],
    ['what a linter reads', `// oxlint-disable-next-line some/rule -- ${filler}\nconst a = 1;`],
    ['code with a remark behind it', `const a = '${filler}'; // so`],
    ['a text that looks like a remark', `const a = \`\n// ${filler}\n\`;`],
  ])('%s is let be', (_, text) => {
    expect(problems(text)).toEqual([]);
  });
});

describe('words that we do not use (CODE-21)', () => {
  const found = (text: string, path = 'src/planted.ts') => unusedWordsIn({ path, text }, words);

  test('are those of the glossary', () => {
    expect(words).toEqual(expect.arrayContaining(['tell', 'told', 'untold', 'news', 'put out', 'take in', 'most told']));
  });

  test.each([
    ['const toldAt = 1;', 'told', 'toldAt'],
    ['class A { #isTelling = true; }', 'telling', 'isTelling'],
    ['type LineNews = { a: 1 };', 'news', 'LineNews'],
    ['const MOST_TOLD = 1;', 'most told', 'MOST_TOLD'],
    ['a.putOut();', 'put out', 'putOut'],
    ['f({ tell: 1 });', 'tell', 'tell'],
    ['const actions = { tellOpened() {} };', 'tell', 'tellOpened'],
  ])('are found in %s', (text, word, name) => {
    expect(found(text)).toEqual(expect.arrayContaining([`src/planted.ts says '${word}' in ${name}`]));
  });

  test('are found in the name of a file', () => {
    expect(found('', 'host/realtime/change-telling.ts')).toEqual([
      "host/realtime/change-telling.ts says 'telling' in change-telling",
    ]);
  });

  test.each(['const newsletter = 1;', 'const teller = computer;', 'const outPut = 1;', "const text = 'as told';"])(
    'are not found in %s',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );
});

describe('phrases that we do not write in comments (CODE-21)', () => {
  test.each([
    ['// It is loaded anew.', "src/planted.ts:1 says 'anew'"],
    ['const a = 1;\n/**\n * Returns the rows of who\n * asks for them.\n */', "src/planted.ts:3 says 'who asks'"],
  ])('are found in %j', (text, problem) => {
    expect(unusedPhrasesIn({ path: 'src/planted.ts', text }, phrases)).toEqual([problem]);
  });

  test.each(["const text = 'Load anew';", '// He renewed it. Standing inside.'])('are not found in %j', (text) => {
    expect(unusedPhrasesIn({ path: 'src/planted.ts', text }, phrases)).toEqual([]);
  });
});

test('two types of one name are found (CODE-21)', () => {
  const texts = [
    { path: 'src/a.ts', text: 'export type Session = { a: 1 };\ntype Row = 1;\nexport type One = 1;' },
    { path: 'src/b.ts', text: 'type Row = 2;\nexport class Session {}\nexport type { One } from "./a.ts";' },
    { path: 'host/c.ts', text: 'export type One = 2;' },
  ];
  expect(namesakes(texts)).toEqual(['Session: src/a.ts, src/b.ts', 'One: src/a.ts, host/c.ts']);
});

test('a class that its style sheet does not have is found (CODE-31)', () => {
  const texts = [
    {
      path: 'src/a/a.tsx',
      text: "import styles from '../a.module.css';\n<p className={styles.there}><b className={styles.gone} /></p>;",
    },
    { path: 'src/a.module.css', text: '.there:hover {\n  color: red;\n}' },
    { path: 'src/b.tsx', text: "import looks from './none.module.css';\nlooks.any;" },
  ];
  expect(missingClasses(texts)).toEqual(['src/a/a.tsx: gone of src/a.module.css', 'src/b.tsx: any of src/none.module.css']);
});

test('a shared class that the shared sheet does not have, or that nothing uses, is found (CODE-31)', () => {
  const texts = [
    { path: 'shared.css', text: ':where(.row) {\n  color: red;\n}\n:where(.left) {\n  color: red;\n}' },
    {
      path: 'a.tsx',
      text: "<p className={a === 'b' ? 'row' : undefined}><b className={`raw ${styles.c}`} /><i className=\"row\" /></p>;",
    },
    { path: 'a.module.css', text: '.a {\n  composes: row none from global;\n}' },
  ];
  expect(sharedClassGaps(texts, 'shared.css')).toEqual([
    'a.tsx: raw of shared.css',
    'a.module.css: none of shared.css',
    'shared.css: left is used nowhere',
  ]);
});

test("controls of the browser's own are found in views, and let be among the controls (LOOK-38)", () => {
  const text = '<p>\n<select value={a}>\n<input\n  type="checkbox"\n/>\n<input type="file" />\n<input type="range" /></p>';
  expect(nativeControls({ path: 'src/views/a/a.tsx', text })).toEqual([
    'src/views/a/a.tsx:2 draws <select',
    'src/views/a/a.tsx:3 draws <input',
    'src/views/a/a.tsx:6 draws <input',
  ]);
  expect(nativeControls({ path: 'src/views/controls/a.tsx', text })).toEqual([]);
});

test('sizes of text off the scale are found (LOOK-35)', () => {
  const text =
    '.a {\n  font-size: var(--console-type-small);\n  font: inherit;\n}\n.b {\n  font-size: 13px;\n  font: 700 1rem Arial;\n}';
  expect(otherTextSizes({ path: 'src/a.css', text })).toEqual([
    'src/a.css:6 says font-size: 13px;',
    'src/a.css:7 says font: 700 1rem Arial;',
  ]);
});

/**
 * Types that share a name on purpose, with one meaning at both ends of a call: the host answers items of the
 * kinds it knows; a page also accepts kinds that only a newer host knows.
 */
const oneMeaning = ['ChangeReply'];

describe('the repository', () => {
  test('has no two types of one name, page and host together (CODE-21)', () => {
    const pairs = namesakes(readCode(root, '{src,host}'));
    expect(pairs.map((pair) => pair.split(':')[0])).toEqual(oneMeaning);
  });

  test('has no line of a comment that is too long (CODE-20)', () => {
    expect(readCode(root, '{src,host,scripts,tests}').flatMap(longCommentLines)).toEqual([]);
  });

  test('takes no class that its style sheet does not have (CODE-31)', () => {
    expect(missingClasses(readCode(root, 'src'))).toEqual([]);
    expect(sharedClassGaps(readCode(root, 'src'))).toEqual([]);
  });

  test("draws no control of the browser's own in a view (LOOK-38)", () => {
    expect(readCode(root, 'src').flatMap(nativeControls)).toEqual([]);
  });

  test('says every size of text by one of the four (LOOK-35)', () => {
    expect(readCode(root, 'src').flatMap(otherTextSizes)).toEqual([]);
  });

  test('writes none of the phrases of the table in a comment (CODE-21)', () => {
    const code = readCode(root, '{src,host,scripts,tests}').filter(({ path }) => !path.includes('/migrations/'));
    expect(code.flatMap((source) => unusedPhrasesIn(source, phrases))).toEqual([]);
  });

  test('uses none of the words of the table (CODE-21)', () => {
    expect(readCode(root, '{src,host}').flatMap((source) => unusedWordsIn(source, words))).toEqual([]);
  });
});
