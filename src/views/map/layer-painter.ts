import type { Map as MapLibreMap } from 'maplibre-gl';
import type { DrawnLayer } from './drawn-map.ts';

/** The MapLibre layers that draw one layer: the geometries each draws, and the property for its colour. */
const parts = [
  { part: 'areas', type: 'fill', of: ['Polygon', 'MultiPolygon'], colour: 'fill-color', paint: { 'fill-opacity': 0.15 } },
  {
    part: 'lines',
    type: 'line',
    of: ['LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'],
    colour: 'line-color',
    paint: { 'line-width': 1.5 },
  },
  { part: 'points', type: 'circle', of: ['Point', 'MultiPoint'], colour: 'circle-color', paint: { 'circle-radius': 3 } },
] as const;

/** Draws the system's own layers (LAY-9) on a MapLibre map, under the layer named `above`. */
export class LayerPainter {
  readonly #map: MapLibreMap;
  readonly #above: string;
  #drawn: readonly DrawnLayer[] = [];

  constructor(map: MapLibreMap, above: string) {
    this.#map = map;
    this.#above = above;
  }

  /** Draws exactly these layers, bottom first. Those already drawn are not loaded again. */
  draw(layers: readonly DrawnLayer[]): void {
    for (const { id, content } of this.#drawn)
      if (!layers.some((layer) => layer.id === id && layer.content === content)) this.#remove(id);
    for (const layer of layers) {
      if (this.#map.getSource(sourceOf(layer.id)) === undefined) this.#add(layer);
      for (const { part, colour } of parts) {
        this.#map.setPaintProperty(`${sourceOf(layer.id)}-${part}`, colour, layer.color);
        this.#map.moveLayer(`${sourceOf(layer.id)}-${part}`, this.#above);
      }
    }
    this.#drawn = layers;
  }

  #add({ id, drawing }: DrawnLayer): void {
    const source = sourceOf(id);
    this.#map.addSource(source, { type: 'geojson', data: drawing.collection, tolerance: 0.3 });
    for (const { part, type, of, paint } of parts)
      this.#map.addLayer(
        { id: `${source}-${part}`, type, source, filter: ['in', ['geometry-type'], ['literal', [...of]]], paint } as never,
        this.#above,
      );
  }

  #remove(id: number): void {
    for (const { part } of parts) this.#map.removeLayer(`${sourceOf(id)}-${part}`);
    this.#map.removeSource(sourceOf(id));
  }
}

const sourceOf = (id: number): string => `layer-${id}`;
