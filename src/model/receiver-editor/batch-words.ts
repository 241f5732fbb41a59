import { type BatchEffect, isChanging } from './batch.ts';

/** What a batch is called; `count`: those of its receivers that are there, 0 where that is not known yet. */
export function batchTitle(count: number): string {
  if (count === 0) return 'Edit receivers';
  return `Edit ${receivers(count)}`;
}

/** That receivers which the address names, or that were there before, are not. */
export function missingText(missing: number): string {
  return missing === 1 ? '1 selected receiver is not in this system.' : `${missing} selected receivers are not in this system.`;
}

/** That a batch leaves the receivers of another family out. */
export function otherModelText(others: number): string {
  return others === 1 ? '1 is of another model and is not changed.' : `${others} are of another model and are not changed.`;
}

/** How many fields a batch is about to apply; nothing is applied while the form says so. */
export function chosenText(chosen: number): string {
  if (chosen === 0) return 'Choose at least one field: tick Apply or change a value';
  return chosen === 1 ? '1 field is chosen' : `${chosen} fields are chosen`;
}

/** How many receivers a batch would change, and how many cannot take it. */
export function reviewText(effects: readonly BatchEffect[]): string {
  if (effects.length === 0) return 'No receivers left to change';
  const changing = effects.filter(isChanging).length;
  const refused = effects.filter(({ refusal }) => refusal !== null).length;
  const change = `${changing} of ${receivers(effects.length)} ${changing === 1 ? 'changes' : 'change'}`;
  if (refused === 0) return change;
  return `${change}; ${refused} cannot take it and ${refused === 1 ? 'stays as it is' : 'stay as they are'}`;
}

/** How many of the receivers that a batch was applied to are set, before those that are not. */
export function appliedText(set: number, all: number): string {
  const those = all - set === 1 ? 'this one stays as it was' : 'these stay as they were';
  return `${set} of ${receivers(all)} ${set === 1 || all === 1 ? 'is' : 'are'} set; ${those}:`;
}

function receivers(count: number): string {
  return count === 1 ? '1 receiver' : `${count} receivers`;
}
