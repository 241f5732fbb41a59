/**
 * Returns a random light colour '#rrggbb' (RX-32), light enough to be seen on the plot in the dark scheme.
 * `random` returns 0 up to (not including) 1.
 */
export function lightColour(random: () => number): string {
  const [hue, lightness] = [random() * 360, 0.68 + random() * 0.12];
  const reach = 0.6 * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return `#${[0, 8, 4].map((n) => channel(n).toString(16).padStart(2, '0')).join('')}`;
}
