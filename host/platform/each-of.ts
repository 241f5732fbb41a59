/**
 * Runs `work` for one thing after the other, even if it fails for some. @throws the first failure, after all
 * are done.
 */
export async function eachOf<Thing>(things: readonly Thing[], work: (thing: Thing) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const thing of things) await work(thing).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
