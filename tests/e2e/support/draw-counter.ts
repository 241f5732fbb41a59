import type { Page } from '@playwright/test';

/**
 * One drawing of one component: its name, its key where it is one of a list, and the part of the page that it
 * is in; null for none.
 */
export type Draw = { name: string; key: string | null; part: string | null };

/** What React keeps of a component; it hands the tree of them to developer tools with every commit. */
type Fiber = {
  tag: number;
  flags: number;
  key: string | null;
  type: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
};

declare global {
  var drawCounter: { draws: Draw[] };
}

/**
 * Counts what React draws in the pages that are opened from now on, as its developer tools do: a component
 * was drawn when its function ran and its result was used. `parts` are components: each is a part of the page
 * with all that it draws.
 */
export async function countDraws(page: Page, parts: readonly string[]): Promise<void> {
  await page.addInitScript((names) => {
    /**
     * Functions, classes, forwarded references and memoised functions: what is ours or a library's, not the
     * DOM's.
     */
    const components = new Set([0, 1, 11, 14, 15]);
    const performedWork = 1;
    const counter: typeof globalThis.drawCounter = { draws: [] };

    const nameOf = (type: unknown): string => {
      const { name, render, type: inner } = Object(type) as { name?: string; render?: unknown; type?: unknown };
      return name ?? (render === undefined && inner === undefined ? '?' : nameOf(render ?? inner));
    };
    /** Answers the part that what is below is in. */
    const enter = ({ tag, type }: Fiber, part: string | null): string | null =>
      part === null && components.has(tag) && names.includes(nameOf(type)) ? nameOf(type) : part;
    const note = ({ tag, type, key }: Fiber, part: string | null): void => {
      if (components.has(tag)) counter.draws.push({ name: nameOf(type), key, part });
    };
    const noteMounted = (fiber: Fiber, around: string | null): void => {
      const part = enter(fiber, around);
      note(fiber, part);
      for (let child = fiber.child; child !== null; child = child.sibling) noteMounted(child, part);
    };
    const noteUpdated = (fiber: Fiber, before: Fiber, around: string | null): void => {
      if (fiber === before) return;
      const part = enter(fiber, around);
      if ((fiber.flags & performedWork) !== 0) note(fiber, part);
      if (fiber.child === before.child) return;
      for (let child = fiber.child; child !== null; child = child.sibling) {
        if (child.alternate === null) noteMounted(child, part);
        else noteUpdated(child, child.alternate, part);
      }
    };
    Object.assign(globalThis, {
      drawCounter: counter,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        checkDCE() {},
        onCommitFiberUnmount() {},
        onPostCommitFiberRoot() {},
        onCommitFiberRoot(_: number, { current }: { current: Fiber }) {
          if (current.alternate === null) noteMounted(current, null);
          else noteUpdated(current, current.alternate, null);
        },
      },
    });
  }, parts);
}

/** What was drawn since the last time this was asked. */
export function takeDraws(page: Page): Promise<Draw[]> {
  return page.evaluate(() => drawCounter.draws.splice(0));
}
