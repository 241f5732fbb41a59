/** The reasons for a new location, each with its effect on earlier contacts (RX-39, RX-40). */
export const placeReasons = {
  moved: 'earlier contacts stay where they were heard',
  corrected: 'it was there all the time',
} as const;
