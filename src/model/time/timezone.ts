/**
 * Abbreviations and names that some runtimes accept although they are not IANA names. Not every runtime can
 * format times in them, and their meaning is unexpected: 'AST' is Alaska, 'BST' Bangladesh.
 */
const noZones = new Set(
  `act aet agt art ast bet bst cat cnt cst ctt eat ect iet ist jst mit net nst plt pnt prt pst sst vst
  us/pacific-new canada/east-saskatchewan`.split(/\s+/),
);

/**
 * Returns true for an IANA timezone that this runtime, the host or the browser, knows; false for an offset
 * such as '+02:00' (LOOK-6).
 */
export function isTimezone(name: string): boolean {
  const small = name.toLowerCase();
  if (!/^[a-z]/.test(small) || small.startsWith('systemv/') || noZones.has(small)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
