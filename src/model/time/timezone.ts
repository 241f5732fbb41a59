/**
 * Abbreviations and names that the formats of some runtimes read, though they are no IANA names. Times
 * cannot be written in them everywhere, and they mean what few expect: 'AST' is Alaska, 'BST' Bangladesh.
 */
const noZones = new Set(
  `act aet agt art ast bet bst cat cnt cst ctt eat ect iet ist jst mit net nst plt pnt prt pst sst vst
  us/pacific-new canada/east-saskatchewan`.split(/\s+/),
);

/** True for an IANA timezone that this runtime knows, for host and console; '+02:00' is none (LOOK-6). */
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
