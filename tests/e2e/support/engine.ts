/** Keys with a name, by their WebDriver codes. */
export const namedKeys = { Enter: '\uE007', Escape: '\uE00C', End: '\uE010' } as const;
export type NamedKey = keyof typeof namedKeys;

/** An element of the page, by selector and accessible name. */
export type Sought = { css: string; name?: string };

/**
 * Another engine's browser with one page, used as a person does: presses and typing are its own mouse and
 * keyboard events.
 */
export interface Engine {
  open(url: string): Promise<void>;
  /** Returns whether such an element is visible. */
  isShown(sought: Sought): Promise<boolean>;
  /** Clicks the element. */
  click(sought: Sought): Promise<void>;
  type(text: string): Promise<void>;
  press(key: NamedKey): Promise<void>;
  /** Errors of the console, the page's code and its policy since the page was opened. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

/** Finds an element. It runs in the page, which has none of the test's code but this text. */
export function seek({ css, name }: Sought): Element | null {
  const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent.trim();
  const seen = [...document.querySelectorAll(css)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  return seen.find((element) => name === undefined || nameOf(element) === name) ?? null;
}
