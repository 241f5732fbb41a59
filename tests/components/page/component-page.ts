import type { Story } from './stories.tsx';

/** One call that a control made: the name of the callback and its argument. */
export type Said = readonly [what: string, value?: unknown];

/** What the page does for a test, as `globalThis.componentPage`. */
export type ComponentPage = {
  /** Mounts a story in place of the previous one. */
  readonly mount: (...story: Story) => void;
  /** Gives the mounted story new props, as when a fact arrives. */
  readonly change: (...story: Story) => void;
  /** Returns the calls since the story was mounted, oldest first. */
  readonly said: () => readonly Said[];
};

declare global {
  var componentPage: ComponentPage;
}
