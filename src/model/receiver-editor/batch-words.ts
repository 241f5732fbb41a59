import { type BatchEffect, isChanging } from './batch.ts';

/** Returns the title of a batch edit; `count` is how many of its receivers exist, 0 if unknown. */
export function batchTitle(count: number): string {
  if (count === 0) return 'Edit receivers';
  return `Edit ${receivers(count)}`;
}

/** Says that some selected receivers do not exist in this system. */
export function missingText(missing: number): string {
  return missing === 1 ? '1 selected receiver is not in this system.' : `${missing} selected receivers are not in this system.`;
}

/** Says that receivers of another family are not changed. */
export function otherModelText(others: number): string {
  return others === 1 ? '1 is of another model and is not changed.' : `${others} are of another model and are not changed.`;
}

/** Returns how many fields are chosen; with none, the form cannot be applied. */
export function chosenText(chosen: number): string {
  if (chosen === 0) return 'Choose at least one field: tick Apply or change a value';
  return chosen === 1 ? '1 field is chosen' : `${chosen} fields are chosen`;
}

/** Returns how many receivers would change, and how many refuse the change. */
export function reviewText(effects: readonly BatchEffect[]): string {
  if (effects.length === 0) return 'No receivers left to change';
  const changing = effects.filter(isChanging).length;
  const refused = effects.filter(({ refusal }) => refusal !== null).length;
  const change = `${changing} of ${receivers(effects.length)} ${changing === 1 ? 'changes' : 'change'}`;
  if (refused === 0) return change;
  return `${change}; ${refused} cannot take it and ${refused === 1 ? 'stays as it is' : 'stay as they are'}`;
}

/** Returns how many receivers were set, above the list of those that were not. */
export function appliedText(set: number, all: number): string {
  const those = all - set === 1 ? 'this one stays as it was' : 'these stay as they were';
  return `${set} of ${receivers(all)} ${set === 1 || all === 1 ? 'is' : 'are'} set; ${those}:`;
}

function receivers(count: number): string {
  return count === 1 ? '1 receiver' : `${count} receivers`;
}
