/** A part of an email's content, for both its text and its HTML. */
export type MailPart =
  | { paragraph: string }
  /** `href` begins with http:// or https://. */
  | { link: string; href: string }
  | { rows: readonly (readonly [label: string, value: string])[] };

/** Returns an email's content as plain text. */
export function mailText(parts: readonly MailPart[]): string {
  return `${parts.map(textOf).join('\n\n')}\n`;
}

/** Returns an email's content as simple HTML: no scripts, style sheets or pictures. */
export function mailHtml(parts: readonly MailPart[]): string {
  return `<!doctype html>\n<html lang="en"><body>\n${parts.map(htmlOf).join('\n')}\n</body></html>\n`;
}

/** Escapes a text for HTML content and attributes. */
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
 * Returns a text in one line, without control characters. A name with a line break could imitate another part
 * of the email, and one that reverses the writing direction could hide text.
 */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim();
}

/**
 * Returns the address of a link.
 * @throws Error if it is not the address of a page: a defect in the code that composed the email.
 */
function linkable(href: string): string {
  if (!/^https?:$/.test(URL.parse(href)?.protocol ?? '')) throw new Error('A mail can link only to pages');
  return new URL(href).href;
}
