/** One part of what a mail says; the same for its text and its HTML. */
export type MailPart =
  | { paragraph: string }
  /** `href` begins with http:// or https://. */
  | { link: string; href: string }
  | { rows: readonly (readonly [label: string, value: string])[] };

/** What a mail says as plain text. */
export function mailText(parts: readonly MailPart[]): string {
  return `${parts.map(textOf).join('\n\n')}\n`;
}

/** What a mail says as HTML that any mail program shows: no script, no style sheet, no picture. */
export function mailHtml(parts: readonly MailPart[]): string {
  return `<!doctype html>\n<html lang="en"><body>\n${parts.map(htmlOf).join('\n')}\n</body></html>\n`;
}

/** A text within HTML, in a tag or in an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function textOf(part: MailPart): string {
  if ('paragraph' in part) return plain(part.paragraph);
  if ('link' in part) return `${plain(part.link)}:\n${linkable(part.href)}`;
  return part.rows.map(([label, value]) => `${plain(label)}: ${plain(value)}`).join('\n');
}

function htmlOf(part: MailPart): string {
  if ('paragraph' in part) return `<p>${escapeHtml(plain(part.paragraph))}</p>`;
  if ('link' in part) return `<p><a href="${escapeHtml(linkable(part.href))}">${escapeHtml(plain(part.link))}</a></p>`;
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><th align="left">${escapeHtml(plain(label))}</th><td>${escapeHtml(plain(value))}</td></tr>`;
  return `<table>\n${part.rows.map(row).join('\n')}\n</table>`;
}

/**
 * A text in one line. Names are typed by people: one with a line break could say in the mail what another
 * part of it says, and one that turns the direction of writing could hide what it says.
 */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim();
}

/** @throws Error for what is no address of a page: a defect of whoever wrote the mail. */
function linkable(href: string): string {
  if (!/^https?:$/.test(URL.parse(href)?.protocol ?? '')) throw new Error('A mail can link only to pages');
  return new URL(href).href;
}
