/** The scripts in everyday use (UAX #31). Scripts that one language mixes are in one list (UTS #39). */
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

/** Patterns that match texts of one script, with the digits and punctuation that all scripts share. */
const patterns = scripts.map((together) => {
  const letters = together.map((script) => `\\p{Script_Extensions=${script}}`).join('');
  return new RegExp(`^[\\p{Script=Common}\\p{Script=Inherited}${letters}]*$`, 'u');
});

/**
 * Returns true for a text in a single script. In several scripts, 'p\u0430t' with a Cyrillic letter would
 * look like 'pat'.
 */
export function isOfOneScript(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
