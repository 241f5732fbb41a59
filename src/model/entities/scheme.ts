/**
 * The light or dark scheme as this browser shows it (true is dark): what the host last confirmed, and the choices that it has not answered
 * yet, oldest first. `shown` is always the last choice, or what is confirmed where there is none; nothing is ever written back.
 */
export type Scheme = { confirmed: boolean; pending: readonly boolean[]; shown: boolean };

/** A scheme with nothing pending. */
export function startScheme(darkMode: boolean): Scheme {
  return { confirmed: darkMode, pending: [], shown: darkMode };
}

/** The host tells what it holds; choices it has not answered yet stay on top. */
export function reloadScheme({ pending }: Scheme, darkMode: boolean): Scheme {
  return shownOf({ confirmed: darkMode, pending });
}

/** The person chooses; the host is still to be asked. Choosing what is shown already changes nothing. */
export function chooseScheme(scheme: Scheme, darkMode: boolean): Scheme {
  return darkMode === scheme.shown ? scheme : shownOf({ ...scheme, pending: [...scheme.pending, darkMode] });
}

/** The host stored the oldest choice. */
export function confirmScheme({ confirmed, pending }: Scheme): Scheme {
  const [oldest = confirmed, ...rest] = pending;
  return shownOf({ confirmed: oldest, pending: rest });
}

/** The host refused the oldest choice: it drops out, later ones stay. */
export function rejectScheme({ confirmed, pending }: Scheme): Scheme {
  return shownOf({ confirmed, pending: pending.slice(1) });
}

function shownOf({ confirmed, pending }: Omit<Scheme, 'shown'>): Scheme {
  return { confirmed, pending, shown: pending.at(-1) ?? confirmed };
}
