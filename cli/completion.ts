import type { Command, Option } from "commander";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A command in the tree and what can be typed after it. */
interface Place {
  /** Names of the commands up to here, each after a space: " db migrate". */
  path: string;
  commands: { name: string; text: string }[];
  options: { flag: string; text: string; takesValue: boolean; choices: readonly string[] }[];
}

/** Returns a shell script that completes the program's commands and options, generated from commander's tree. */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program, "");
  const make = { bash, zsh, fish }[shell];
  return make(program.name(), places);
}

function placesOf(command: Command, path: string): Place[] {
  const help = command.createHelp();
  const options = help.visibleOptions(command).map((option: Option) => ({
    flag: option.long ?? option.short ?? "",
    text: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  }));
  // Commander's implicit `help` subcommand is left out.
  const commands = command.commands.map((child) => ({ name: child.name(), text: child.description() }));
  const here = { path, commands, options };
  return [here, ...command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`))];
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const words = ({ commands, options }: Place) => [
  ...commands.map(({ name }) => name),
  ...options.map(({ flag }) => flag),
];

/** Returns the lines of a `case` over all places. */
function cases(places: Place[], line: (place: Place) => string[]): string[] {
  return places.flatMap(line).map((text) => `    ${text}`);
}

const steps = (places: Place[]) =>
  cases(places, ({ path, commands }) => commands.map(({ name }) => `'${path} ${name}') at='${path} ${name}' ;;`));

function bash(name: string, places: Place[]): string {
  const values = cases(places, ({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, choices }) => {
        const how = choices.length > 0 ? `-W ${quoted(choices.join(" "))}` : "-f";
        return `'${path}|${flag}') COMPREPLY=($(compgen ${how} -- "$cur")); return ;;`;
      }),
  );
  const typed = cases(places, (place) => [
    `'${place.path}') COMPREPLY=($(compgen -W ${quoted(words(place).join(" "))} -- "$cur")) ;;`,
  ]);
  return `# ${name} completion bash: source <(${name} completion bash)
_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
${steps(places).join("\n")}
    esac
  done
  case "$at|$prev" in
${values.join("\n")}
  esac
  case "$at" in
${typed.join("\n")}
  esac
}
complete -F _${name} ${name}
`;
}

function zsh(name: string, places: Place[]): string {
  const described = (word: string, text: string) =>
    quoted(`${word.replaceAll(":", String.raw`\:`)}:${text.replaceAll("\n", " ")}`);
  const values = cases(places, ({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, choices }) =>
        choices.length > 0
          ? `'${path}|${flag}') compadd -- ${choices.map(quoted).join(" ")}; return ;;`
          : `'${path}|${flag}') _files; return ;;`,
      ),
  );
  const typed = cases(places, ({ path, commands, options }) => {
    const all = [
      ...commands.map((one) => described(one.name, one.text)),
      ...options.map((one) => described(one.flag, one.text)),
    ];
    return [`'${path}') choices=(${all.join(" ")}) ;;`];
  });
  return `#compdef ${name}
# ${name} completion zsh: source <(${name} completion zsh), after compinit
_${name}() {
  local at='' word
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
${steps(places).join("\n")}
    esac
  done
  case "$at|\${words[CURRENT-1]}" in
${values.join("\n")}
  esac
  case "$at" in
${typed.join("\n")}
  esac
  _describe ${name} choices
}
compdef _${name} ${name}
`;
}

function fish(name: string, places: Place[]): string {
  const inFish = (text: string) =>
    `'${text
      .replaceAll("\\", "\\\\")
      .replaceAll("'", String.raw`\'`)
      .replaceAll("\n", " ")}'`;
  const lines = places.flatMap(({ path, commands, options }) => {
    const there = `complete -c ${name} -n ${inFish(`test "$(__${name}_at)" = "${path}"`)}`;
    return [
      ...commands.map((one) => `${there} -f -a ${inFish(one.name)} -d ${inFish(one.text)}`),
      ...options.map(({ flag, text, takesValue, choices }) => {
        const long = flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`;
        const value = choices.length > 0 ? ` -x -a ${inFish(choices.join(" "))}` : takesValue ? " -r" : "";
        return `${there} ${long}${value} -d ${inFish(text)}`;
      }),
    ];
  });
  const known = places.filter(({ path }) => path !== "").map(({ path }) => inFish(path));
  return `# ${name} completion fish: ${name} completion fish | source
function __${name}_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    if contains -- "$at $word" ${known.join(" ")}
      set at "$at $word"
    end
  end
  echo -n $at
end
${lines.join("\n")}
`;
}
