/**
 * Makes a file name from a text: removes the colons of times, and replaces other characters that file names
 * cannot contain with hyphens (FILE-5).
 */
export function fileName(text: string): string {
  return text.replaceAll(':', '').replaceAll(/[\\/*?"<>|\p{Cc}]/gu, '-');
}
