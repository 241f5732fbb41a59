/**
 * What the view of a screen gets: the screen's own actor, null where it has none, and how its page is loaded
 * again.
 */
export type ScreenProps<Actor = null> = { actor: Actor; onReload: () => void };
