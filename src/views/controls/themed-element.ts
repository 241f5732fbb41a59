/**
 * The element in which the theme's variables stand: what opens over the page is put there, or it has no
 * colours.
 */
export function themedElement(): HTMLElement {
  const element = document.querySelector<HTMLElement>('#root > div');
  if (element === null) throw new Error('The page has no element with its theme');
  return element;
}
