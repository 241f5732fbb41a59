/** Keys that have a name, as the standard of the WebDriver numbers them. */
export const namedKeys = { Enter: '\uE007', Escape: '\uE00C', End: '\uE010' } as const;
export type NamedKey = keyof typeof namedKeys;

/** What stands in the page: by a selector, and by the name that it has for whoever hears the page. */
export type Sought = { css: string; name?: string };

/**
 * A browser of another maker with one page, as a person uses it: what is pressed and typed are its own
 * events, as of mouse and keyboard.
 */
export interface Engine {
  open(url: string): Promise<void>;
  /** What is there now of that kind, and can be seen. */
  isShown(sought: Sought): Promise<boolean>;
  /** Presses what is there. */
  click(sought: Sought): Promise<void>;
  type(text: string): Promise<void>;
  press(key: NamedKey): Promise<void>;
  /** Errors of the console, of the page's code and of its policy since the page was opened. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

/** Finds what is sought. It runs in the page, where nothing of ours is but its own text. */
export function seek({ css, name }: Sought): Element | null {
  const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent.trim();
  const seen = [...document.querySelectorAll(css)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  return seen.find((element) => name === undefined || nameOf(element) === name) ?? null;
}
