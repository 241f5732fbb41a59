/**
 * Scripts in everyday use (UAX #31); those that one language writes together count as one (UTS #39).
 */
const scripts = [
  ['Latin'],
  ['Greek'],
  ['Cyrillic'],
  ['Armenian'],
  ['Hebrew'],
  ['Arabic'],
  ['Thaana'],
  ['Devanagari'],
  ['Bengali'],
  ['Gurmukhi'],
  ['Gujarati'],
  ['Oriya'],
  ['Tamil'],
  ['Telugu'],
  ['Kannada'],
  ['Malayalam'],
  ['Sinhala'],
  ['Thai'],
  ['Lao'],
  ['Tibetan'],
  ['Myanmar'],
  ['Georgian'],
  ['Hangul', 'Han'],
  ['Ethiopic'],
  ['Khmer'],
  ['Hiragana', 'Katakana', 'Han'],
  ['Bopomofo', 'Han'],
];

/** A text of each, with the digits and punctuation that all scripts share. */
const patterns = scripts.map((together) => {
  const letters = together.map((script) => `\\p{Script_Extensions=${script}}`).join('');
  return new RegExp(`^[\\p{Script=Common}\\p{Script=Inherited}${letters}]*$`, 'u');
});

/** True for a text of one script: 'p\u0430t' with a Cyrillic letter would pass for 'pat'. */
export function isOfOneScript(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
