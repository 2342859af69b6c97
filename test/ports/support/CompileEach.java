import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * java CompileEach.java FOLDER ...
 *
 * <p>Compiles the sources of each folder on their own, at the strictest, into its folder "out". One
 * virtual machine for all of them, as its start takes longer than they do. Prints what the compiler
 * has against each, and nothing if that is nothing.
 */
final class CompileEach {
  public static void main(String[] folders) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    for (String folder : folders) {
      Path root = Path.of(folder);
      try (Stream<Path> files = Files.walk(root)) {
        List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
        List<String> options =
            List.of("-Xlint:all", "-Werror", "-proc:none", "-d", root.resolve("out").toString());
        StringWriter complaints = new StringWriter();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
          var units = manager.getJavaFileObjectsFromPaths(sources);
          boolean fine = compiler.getTask(complaints, manager, null, options, null, units).call();
          if (!fine || !complaints.toString().isEmpty()) {
            System.out.println(folder + ":\n" + complaints);
          }
        }
      }
    }
  }
}
