/**
 * An invalid request or setting by the operator. The message says what is wrong and what to do instead
 * (CODE-28).
 */
export class Mistake extends Error {
  override name = 'Mistake';
}
