import type { GeoJSON } from 'geojson';
import { IconLayer } from '@deck.gl/layers';
import { MapLibreOverlay, type MapLibreOverlayProps } from '@deck.gl/maplibre';
import { type GeoJSONSource, Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import type { Scheme } from '../../model/live/palette.ts';
import type { BaseMap } from '../../model/geo/base-map.ts';
import { isSameCamera, type MapCamera, type MapSize, zoomRange } from '../../model/map/camera.ts';
import { KeptAtlas } from '../../model/map/kept-atlas.ts';
import { hasDetail, type MapDetail } from '../../model/map/map-detail.ts';
import type { GeoPoint, MapPixel } from '../../model/geo/mercator.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import { labelsWithin, type PinLabel } from '../../model/map/pin-labels.ts';
import type { DetailPainter, DetailReport } from './detail-painter.ts';
import { baseColours, baseStyle, namesOf, netOf } from './base-style.ts';
import type { DrawnLayer } from './drawn-map.ts';
import { LayerPainter } from './layer-painter.ts';
import { drawCoarselyInMotion } from './moving-sharpness.ts';
import { resolved } from './map-colours.ts';
import {
  labelAtlas,
  labelRoom,
  labelWidth,
  labelPictureHeight,
  pictureOf,
  picturesOf,
  pinAtlas,
  pinHeight,
} from './pin-atlas.ts';

setWorkerUrl(workerUrl);

/** What the drawing reports. */
type Reports = {
  looked: (camera: MapCamera) => void;
  /** Called when ground and pins are visible for the first time. */
  drawn: () => void;
  /** A person moved the map. More moves may follow immediately. */
  moved: (camera: MapCamera) => void;
  pressed: (at: MapPixel) => void;
  pointed: (at: GeoPoint | null) => void;
  detailed: (report: DetailReport) => void;
  lost: () => void;
};

type PinDevice = Parameters<NonNullable<MapLibreOverlayProps['onDeviceInitialized']>>[0];
type Pins = { groups: readonly PinGroup[]; labels: readonly PinLabel[]; scheme: Scheme; chosen: number | null };

/** Draws the map by WebGL: MapLibre draws the ground and deck.gl the pins, in one context. */
export class WebglDrawing {
  readonly #map: MapLibreMap;
  #isStyled = false;
  /** Where the map is, or where it is moving to. */
  #goal: MapCamera;
  #base: BaseMap | null = null;
  #pins: IconLayer<PinGroup> | null = null;
  readonly #layers: LayerPainter;
  readonly #detailed: Reports['detailed'];
  #detail: Promise<DetailPainter> | null = null;
  readonly #pinSheet = new KeptAtlas(
    (pictures: Parameters<typeof pinAtlas>[0]) => pinAtlas(pictures, this.#map.getContainer()),
    1_500,
    () => 1,
  );
  readonly #nameSheet = new KeptAtlas((names: ReadonlyMap<string, Scheme>) => labelAtlas(names), labelRoom, labelWidth);
  /** Draws the pins; null until deck.gl has started. */
  #device: PinDevice | null = null;
  readonly #overlay = new MapLibreOverlay({
    interleaved: true,
    layers: [],
    onDeviceInitialized: (device) => (this.#device = device),
  });

  constructor(container: HTMLElement, camera: MapCamera, reports: Reports) {
    const map = new MapLibreMap({
      container,
      style: baseStyle,
      center: [camera.longitude, camera.latitude],
      zoom: camera.zoom,
      minZoom: zoomRange.least,
      maxZoom: zoomRange.most,
      attributionControl: false,
      // The name differs from that of the card around the map, which is the region 'Map'.
      locale: { 'Map.Title': 'Drawn map' },
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      fadeDuration: 0,
    });
    this.#map = map;
    this.#layers = new LayerPainter(map, 'net');
    this.#detailed = reports.detailed;
    this.#goal = camera;
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    map.addControl(this.#overlay);
    drawCoarselyInMotion(map, ({ width, height }) => {
      // The pins share the canvas. deck.gl notices only changes of the canvas's size on the page, so pass on
      // its size in pixels.
      this.#device?.getDefaultCanvasContext().setDrawingBufferSize(width, height);
    });
    const look = (): void => reports.looked(this.#camera());
    void map.once('style.load', () => {
      this.#isStyled = true;
      this.#drawNet();
    });
    map.on('move', (event) => {
      look();
      // Report only moves by a person, not those by `lookAt` or a resize. Moves by the wheel have no
      // `originalEvent`.
      const isByHand = event.originalEvent !== undefined || map.scrollZoom.isZooming();
      if ('goal' in event || !isByHand) return;
      this.#goal = this.#camera();
      reports.moved(this.#goal);
    });
    map.on('resize', () => {
      // Jump to the goal: the running animation was computed for the old size and would miss it.
      if (map.isMoving()) {
        const { latitude, longitude, zoom } = this.#goal;
        map.jumpTo({ center: [longitude, latitude], zoom }, { goal: this.#goal });
      }
      look();
    });
    const drawn = (): void => {
      if (!this.#isDrawn()) return;
      map.off('render', drawn);
      reports.drawn();
    };
    map.on('render', drawn);
    map.on('moveend', () => this.#drawNet());
    map.on('click', ({ point }) => reports.pressed({ x: point.x, y: point.y }));
    map.on('mousemove', ({ lngLat }) => reports.pointed({ latitude: lngLat.lat, longitude: lngLat.wrap().lng }));
    map.on('mouseout', () => reports.pointed(null));
    // Listen to the canvas: the library's own event also fires if only its workers ended, which it repairs
    // itself.
    map.getCanvas().addEventListener('webglcontextlost', () => reports.lost());
    look();
  }

  /** Draws the ground in the colours of a scheme; `base` is null until it has loaded. */
  drawBase(base: BaseMap | null, scheme: Scheme): void {
    this.#whenStyled(() => {
      const plain = resolved('var(--console-surface)', this.#map.getContainer());
      for (const [layer, property, colour] of baseColours(scheme, base === null ? plain : null))
        this.#map.setPaintProperty(layer, property, colour);
      // Do not set the same data again: that would redraw all tiles, which new colours do not need.
      if (base === null || base === this.#base) return;
      this.#base = base;
      this.#give('land', base.land);
      this.#give('borders', base.borders);
      this.#give('names', namesOf(base));
    });
  }

  /** Draws the operator's base map in the colours of a scheme. */
  drawDetail(detail: MapDetail, scheme: Scheme): void {
    if (hasDetail(detail)) this.#whenStyled(() => void this.#drawDetail(detail, scheme));
  }

  /** Draws the system's own layers, bottom first, under the grid of degrees. */
  drawLayers(layers: readonly DrawnLayer[]): void {
    this.#whenStyled(() => this.#layers.draw(layers));
  }

  /** Draws the names of the layers' features. */
  nameLayers(draw: (map: MapLibreMap) => void): void {
    this.#whenStyled(() => draw(this.#map));
  }

  drawPins({ groups, labels, scheme, chosen }: Pins): void {
    const pins = this.#pinSheet.with(picturesOf(groups, chosen), scheme);
    const named = labelsWithin(labels, labelWidth, labelRoom);
    const names = this.#nameSheet.with(new Map(named.map(({ text }) => [text, scheme])), scheme);
    const labelLayer = new IconLayer<PinLabel>({
      id: 'labels',
      data: [...named],
      // The layer also accepts a canvas, but its types do not say so.
      iconAtlas: names.picture as never,
      iconMapping: names.parts,
      getIcon: ({ text }) => text,
      getPosition: ({ group }) => [group.longitude, group.latitude],
      getPixelOffset: ({ at }) => [at.x, at.y],
      getSize: labelPictureHeight,
    });
    this.#pins = new IconLayer<PinGroup>({
      id: 'pins',
      data: [...groups],
      iconAtlas: pins.picture as never,
      iconMapping: pins.parts,
      getIcon: (group) => pictureOf(group, chosen),
      getPosition: ({ longitude, latitude }) => [longitude, latitude],
      getPixelOffset: ({ offset }) => [offset.x, offset.y],
      getSize: (group) => pinHeight(group, chosen),
    });
    this.#overlay.setProps({ layers: [labelLayer, this.#pins] });
  }

  /** Moves to a camera, without animation if `isStill`. */
  lookAt(goal: MapCamera, isStill: boolean): void {
    if (isSameCamera(goal, this.#goal)) return;
    this.#goal = goal;
    const { latitude, longitude, zoom } = goal;
    this.#map.easeTo({ center: [longitude, latitude], zoom, duration: isStill ? 0 : 300 }, { goal });
  }

  end(): void {
    void this.#detail?.then((detail) => detail.end()).catch(() => undefined);
    this.#map.remove();
  }

  #camera(): MapCamera {
    const { lng, lat } = this.#map.getCenter().wrap();
    return { latitude: lat, longitude: lng, zoom: this.#map.getZoom() };
  }

  /**
   * Returns true once ground and pins are visible. `loaded()` covers only the ground; pins also need linked
   * shaders.
   */
  #isDrawn(): boolean {
    const pins = this.#pins;
    if (pins === null || !pins.isLoaded || !this.#map.loaded()) return false;
    return pins.getModels().every(({ pipeline }) => pipeline.linkStatus === 'success');
  }

  /** Loads the painter when the operator has configured a base map. */
  async #drawDetail(detail: MapDetail, scheme: Scheme): Promise<void> {
    this.#detail ??= import('./detail-painter.ts').then(
      (loaded) => new loaded.DetailPainter(this.#map, 'detail', ['land', 'borders', 'names'], this.#detailed),
    );
    try {
      await (await this.#detail).draw(detail, scheme);
    } catch {
      this.#detailed({ credits: [], isLost: true, isWhole: false });
    }
  }

  /** Draws the grid of degrees for the map's position. */
  #drawNet(): void {
    this.#give('net', netOf(this.#camera(), sizeOf(this.#map.getContainer())));
  }

  #give(source: string, data: GeoJSON): void {
    void this.#map.getSource<GeoJSONSource>(source)?.setData(data);
  }

  /** Calls `act` once the style's layers exist, some time after the map was created. */
  #whenStyled(act: () => void): void {
    if (this.#isStyled) act();
    else void this.#map.once('style.load', act);
  }
}

function sizeOf({ clientWidth, clientHeight }: Element): MapSize {
  return { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
}
