import { cn } from "~/components/ui/cn";
import { useTheme } from "~/browser/use-theme";
import { pictureSizes, type PictureName } from "~/paths/pictures";

export type PictureProps = {
  name: PictureName;
  /** The picture for narrow windows. */
  narrow?: PictureName;
  language: string;
  alt: string;
  /** The displayed width, for the browser's choice among the files. */
  sizes: string;
  /** At the top of the page: loaded immediately. */
  first?: boolean;
  className?: string;
};

const DARK = "(prefers-color-scheme: dark)";
const NARROW = "(width < 48rem)";
/** The languages of the screenshots. */
const pictured = ["en", "de"];

/** A screenshot of the app in the reader's language and theme. Its space is reserved until it is loaded. */
export function Picture({ name, narrow, language, alt, sizes: at, first, className }: PictureProps) {
  const theme = useTheme();
  const shown = pictured.includes(language) ? language : "en";
  const files = (of: PictureName, scheme: string, type: string) =>
    pictureSizes[of].widths.map((width) => `/site/${of}-${shown}-${scheme}-${width}.${type} ${width}w`).join(", ");
  const schemes = theme === "system" ? (["dark", "light"] as const) : [theme];
  const sources = [narrow, name].flatMap((of) =>
    schemes.map((scheme) => {
      const media = [of === narrow && NARROW, theme === "system" && scheme === "dark" && DARK];
      return { of, scheme, media: media.filter(Boolean).join(" and ") };
    }),
  );
  const { width, height } = pictureSizes[name];
  const loading = first ? { fetchpriority: "high" } : { loading: "lazy" as const };
  return (
    <picture>
      {sources.map(
        ({ of, scheme, media }) =>
          of && (
            <source
              key={`${of}-${scheme}`}
              type="image/avif"
              media={media || undefined}
              srcSet={files(of, scheme, "avif")}
              sizes={at}
              width={pictureSizes[of].width}
              height={pictureSizes[of].height}
            />
          ),
      )}
      <img
        src={`/site/${name}-${shown}-${theme === "dark" ? "dark" : "light"}.webp`}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        className={cn("h-auto w-full", className)}
        {...loading}
      />
    </picture>
  );
}
