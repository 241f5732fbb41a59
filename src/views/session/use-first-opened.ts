import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Opens the first item of a page once the items are known, if the address opens none (REG-26, REG-30). It
 * does so only once, so an item that the person closes stays closed.
 */
export function useFirstOpened(
  opened: readonly number[],
  things: readonly { id: number }[] | null,
  open: (id: number) => void,
): void {
  const isSettled = useRef(false);
  const first = things?.[0]?.id;
  const settle = useEffectEvent((id: number) => {
    if (opened.length === 0) open(id);
  });
  useEffect(() => {
    if (isSettled.current || first === undefined) return;
    isSettled.current = true;
    settle(first);
  }, [first]);
}
