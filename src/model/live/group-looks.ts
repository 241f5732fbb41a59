import type { ReceiverLooks } from '../entities/receiver.ts';
import { contactTypeName, contactTypes, noCode } from '../entities/contact.ts';
import { type GroupKind } from './live-settings.ts';
import { shapeOf } from './mark-shape.ts';
import { codeNumberText } from '../text/number-text.ts';
import { ownColour, paletteColour, paletteShape, type Scheme } from './palette.ts';

/** The names of the kinds in controls and legends (LIVE-1 names them by field). */
export const groupKindNames: Record<GroupKind, string> = {
  rxId: 'Receiver',
  ant: 'Antenna',
  type: 'Type',
  freq: 'Frequency',
  code: 'Code',
};

const typeOrder = Object.keys(contactTypes).map(Number);

/**
 * Returns the colour of a group: a receiver's own colour, otherwise the palette's by the group's id. Antennas
 * and types always have the same colour.
 */
export function groupColour(
  kind: GroupKind,
  group: { id: number; value: number },
  receivers: ReceiverLooks,
  scheme: Scheme,
): string {
  if (kind === 'rxId') return ownColour(receivers.get(group.value)?.color, group.id, scheme);
  return paletteColour(placeOf(kind, group), scheme);
}

/**
 * Returns the shape of a group's marks, so that groups differ in more than colour (LOOK-17). Receivers use
 * the point style of their site (LIVE-37).
 */
export function groupShape(kind: GroupKind, group: { id: number; value: number }, receivers: ReceiverLooks): number {
  return kind === 'rxId' ? shapeOf(receivers.get(group.value)?.pointStyle) : paletteShape(placeOf(kind, group));
}

/** Returns a group's index in the palette. */
function placeOf(kind: GroupKind, { id, value }: { id: number; value: number }): number {
  if (kind === 'ant') return value - 1;
  return kind === 'type' && typeOrder.includes(value) ? typeOrder.indexOf(value) : id;
}

/**
 * Names a group: 'Creek north', 'Antenna 3', 'Lotek 2000', '150.050 MHz', 'Code 17', or 'N/a' for contacts
 * without a code.
 */
export function groupLabel(kind: GroupKind, value: number, receivers: ReceiverLooks): string {
  switch (kind) {
    case 'rxId':
      return receivers.get(value)?.alias ?? `Receiver ${value}`;
    case 'ant':
      return `Antenna ${value}`;
    case 'type':
      return contactTypeName(value);
    case 'freq':
      return `${value.toFixed(3)} MHz`;
    case 'code':
      return value === noCode ? codeNumberText(null) : `Code ${codeNumberText(value)}`;
  }
}
