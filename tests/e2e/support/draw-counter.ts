import type { Page } from '@playwright/test';

/** One drawing of one component: its name, its key in a list, and the part of the page around it, or null. */
export type Draw = { name: string; key: string | null; part: string | null };

/** React's record of a component; with every commit, React hands their tree to developer tools. */
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
 * Counts what React draws on pages opened from now on, as its developer tools do: a component is drawn if its
 * function ran and its result was used. `parts` names components; each is a part of the page with everything
 * inside it.
 */
export async function countDraws(page: Page, parts: readonly string[]): Promise<void> {
  await page.addInitScript((names) => {
    /**
     * Functions, classes, forwarded references and memoised functions: our components or a library's, not the
     * DOM's.
     */
    const components = new Set([0, 1, 11, 14, 15]);
    const performedWork = 1;
    const counter: typeof globalThis.drawCounter = { draws: [] };

    const nameOf = (type: unknown): string => {
      const { name, render, type: inner } = Object(type) as { name?: string; render?: unknown; type?: unknown };
      return name ?? (render === undefined && inner === undefined ? '?' : nameOf(render ?? inner));
    };
    /** Returns the part that contains what is below. */
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

/** Returns the drawings since the last call. */
export function takeDraws(page: Page): Promise<Draw[]> {
  return page.evaluate(() => drawCounter.draws.splice(0));
}
