import type { Story } from './stories.tsx';

/** What a control reported, in order: the name of what was called, and what with. */
export type Said = readonly [what: string, value?: unknown];

/** What the page does for a test, as `globalThis.componentPage`. */
export type ComponentPage = {
  /** Mounts a story in place of the one before. */
  readonly mount: (...story: Story) => void;
  /** Gives the story that stands there other props, as when a fact arrives. */
  readonly change: (...story: Story) => void;
  /** What was reported since the story was mounted. */
  readonly said: () => readonly Said[];
};

declare global {
  var componentPage: ComponentPage;
}
