/** A range of bytes, both ends inclusive. `isPart` is true if the request selects a range. */
type ByteRange = { start: number; end: number; isPart: boolean };

/**
 * Returns the part of a file of `size` bytes that a Range header selects. If the header is missing,
 * unreadable or lists several ranges, returns the complete file. Returns undefined if the range lies outside
 * the file.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | undefined {
  const whole = { start: 0, end: size - 1, isPart: false };
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return whole;
  if (from === '') {
    const last = Number(to);
    return last === 0 || size === 0 ? undefined : { start: Math.max(0, size - last), end: size - 1, isPart: true };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return whole;
  return start >= size ? undefined : { start, end, isPart: true };
}
