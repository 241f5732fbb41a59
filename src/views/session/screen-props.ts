/**
 * What a screen's view receives: the screen's actor (null if it has none), and a function that reloads the
 * page.
 */
export type ScreenProps<Actor = null> = { actor: Actor; onReload: () => void };
