import { createContext, type FunctionComponent, type ReactNode, useContext, useEffect, useState } from 'react';

/** What replaces a part while its code is loading. */
export const Waiting = createContext<ReactNode>(null);

/** The code of a part did not come, and why. */
export class NotLoadedError extends Error {}

/**
 * A part whose code is fetched when it is first drawn, and which is drawn as soon as that is there. Not by
 * React's `lazy`: what has suspended is shown 300 ms after what stood in its place at the soonest, and a
 * screen in its frame waited so twice. Where the code cannot come, it throws a NotLoadedError to the
 * LoadBoundary around it.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: FunctionComponent<Props> }>,
): FunctionComponent<Props> {
  /** What a state becomes by it: the part, or the error that its drawing then throws. */
  let coming: Promise<() => FunctionComponent<Props>> | undefined;
  let known: FunctionComponent<Props> | undefined;
  return function Later(props) {
    const [View, show] = useState(() => known);
    const waiting = useContext(Waiting);
    useEffect(() => {
      coming ??= load().then(
        ({ default: part }) => {
          known = part;
          return () => part;
        },
        (error: unknown) => {
          // It is asked for again where it is next drawn.
          coming = undefined;
          return () => {
            throw new NotLoadedError(String(error), { cause: error });
          };
        },
      );
      void coming.then(show);
    }, []);
    if (!View) return waiting;
    // What the part itself fetches has its own place, and not this one's.
    return (
      <Waiting value={null}>
        <View {...props} />
      </Waiting>
    );
  };
}
