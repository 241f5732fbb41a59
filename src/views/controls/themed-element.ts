/**
 * Returns the element with the theme's variables. Whatever opens over the page must be inside it to have
 * colours.
 */
export function themedElement(): HTMLElement {
  const element = document.querySelector<HTMLElement>('#root > div');
  if (element === null) throw new Error('The page has no element with its theme');
  return element;
}
