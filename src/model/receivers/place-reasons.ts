/** Why a receiver's place is another one, and what that means for what it heard before (RX-39, RX-40). */
export const placeReasons = {
  moved: 'earlier contacts stay where they were heard',
  corrected: 'it was there all the time',
} as const;
