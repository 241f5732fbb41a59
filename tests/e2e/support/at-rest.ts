import { expect } from '@playwright/test';

/** Returns what `look` finds once two results in a row are equal. */
export async function atRest<Found>(look: () => Promise<Found>, message: string): Promise<Found> {
  let found = await look();
  const isAtRest = async (): Promise<boolean> => {
    const before = JSON.stringify(found);
    found = await look();
    return JSON.stringify(found) === before;
  };
  await expect.poll(isAtRest, { message, intervals: [50] }).toBe(true);
  return found;
}
