import { type MapCamera, type MapSize, toPixel } from '../../model/map/camera.ts';
import { graticule } from '../../model/map/graticule.ts';
import { degreeText, digitsOf, landNote, scaleBar } from '../../model/map/map-texts.ts';
import styles from './map.module.css';

/** The sources of the ground's data, named on the map. */
const attribution = 'Natural Earth, Visionscarto';
/** The room for a label of degrees at the edge, in pixels. */
const room = 40;

/** `isLandHidden` is true if the base map covers the land: the accuracy of the land is then not stated. */
type Props = { camera: MapCamera; size: MapSize; credits?: readonly string[]; isLandHidden?: boolean };

/**
 * The edges of the map (MAP-4): degrees of the grid, north, scale and attribution. `credits` are the sources
 * of the base map drawn over the land.
 */
export function MapEdges({ camera, size, credits = [], isLandHidden = false }: Props) {
  const { step, meridians, parallels } = graticule(camera, size);
  const digits = digitsOf(step);
  const bar = scaleBar(camera);
  const note = isLandHidden ? null : landNote(camera);
  return (
    <>
      <div className={styles.degrees} aria-hidden="true">
        {meridians.map((longitude) => {
          const { x } = toPixel(camera, size, { latitude: camera.latitude, longitude });
          return x < room || x > size.width - room ? null : (
            <span key={longitude} className={styles.meridian} style={{ insetInlineStart: x }}>
              {degreeText(longitude, 'longitude', digits)}
            </span>
          );
        })}
        {parallels.map((latitude) => {
          const { y } = toPixel(camera, size, { latitude, longitude: camera.longitude });
          return y < room || y > size.height - 2 * room ? null : (
            <span key={latitude} className={styles.parallel} style={{ insetBlockStart: y }}>
              {degreeText(latitude, 'latitude', digits)}
            </span>
          );
        })}
      </div>
      <div className={styles.foot}>
        <span className={styles.scale} style={{ inlineSize: bar.width }} role="img" aria-label={`Scale: ${bar.text}`}>
          {bar.text}
        </span>
        <span role="img" aria-label="North is up">
          N ↑
        </span>
        <span className={styles.source}>
          {[...credits, attribution].join(', ')}
          {note === null ? null : ` (${note})`}
        </span>
      </div>
    </>
  );
}
