import { tooltipPlace } from '../../model/charts/tooltip-place.ts';

/**
 * Places a tooltip beside a point of a chart. Bypasses React, because the tooltip moves with every frame or
 * move of the pointer.
 */
export function placeTooltip(tooltip: HTMLElement | null, chart: HTMLElement, at: { x: number; y: number }): void {
  if (tooltip === null) return;
  const size = { width: tooltip.offsetWidth, height: tooltip.offsetHeight };
  const { x, y } = tooltipPlace(at, size, { width: chart.clientWidth, height: chart.clientHeight });
  tooltip.style.transform = `translate(${x}px, ${y}px)`;
}
