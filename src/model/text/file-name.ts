/**
 * A file's name from a text: without the colons of times, and with a hyphen for what file names cannot hold
 * (FILE-5).
 */
export function fileName(text: string): string {
  return text.replaceAll(':', '').replaceAll(/[\\/*?"<>|\p{Cc}]/gu, '-');
}
