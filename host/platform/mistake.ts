/**
 * Something the operator asked or set that cannot be: its message says what, and what to do instead
 * (CODE-28).
 */
export class Mistake extends Error {
  override name = 'Mistake';
}
