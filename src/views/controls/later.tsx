import { createContext, type FunctionComponent, type ReactNode, useContext, useEffect, useState } from 'react';

/** What is shown while the code of a part loads. */
export const Waiting = createContext<ReactNode>(null);

/** The error if the code of a part could not be loaded; its message says why. */
export class NotLoadedError extends Error {}

/**
 * Returns a component whose code is loaded on its first render, and which is drawn as soon as the code
 * arrives. It does not use React's `lazy`, which shows a part at least 300 ms after its placeholder; a screen
 * in its frame would wait for that twice. If the code cannot be loaded, throws a NotLoadedError to the
 * nearest LoadBoundary.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: FunctionComponent<Props> }>,
): FunctionComponent<Props> {
  /** Resolves to a state updater, which returns the part or throws the error on rendering. */
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
          // Request the code again on the next mount.
          coming = undefined;
          return () => {
            throw new NotLoadedError(String(error), { cause: error });
          };
        },
      );
      void coming.then(show);
    }, []);
    if (!View) return waiting;
    // Parts that load within this one do not show its placeholder: they have their own.
    return (
      <Waiting value={null}>
        <View {...props} />
      </Waiting>
    );
  };
}
